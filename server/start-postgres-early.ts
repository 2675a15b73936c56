import { readEnv } from './config/read-env.ts'
import { createLogger } from './create-logger.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './database/embedded/embedded-postgres.ts'

/**
 * Starts the embedded PostgreSQL, so that it starts up while the rest of the server is being loaded,
 * which takes as long. Resolves when its process runs: loading modules leaves no time for anything
 * else in this process.
 *
 * @returns null if the settings name another database, or if `run` will refuse them
 */
export async function startPostgresEarly(): Promise<StartingPostgres | null> {
  const env = readSettings()
  if (env === null || env.DATABASE_URL !== undefined) return null
  const spawned = Promise.withResolvers<void>()
  const embedded = createLogger(env).then(({ logger }) =>
    startEmbeddedPostgres(env.DATA_DIR, { logger, onSpawn: spawned.resolve }),
  )
  // `run` reports what went wrong.
  embedded.catch(() => spawned.resolve())
  await spawned.promise
  return { embedded }
}

/** In an object, because an awaited promise would be waited for. */
type StartingPostgres = { embedded: Promise<EmbeddedPostgres> }

function readSettings() {
  if (process.argv[2] !== undefined) return null
  try {
    return readEnv(process.env)
  } catch {
    return null
  }
}
