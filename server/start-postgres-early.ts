import { readEnv } from './config/read-env.ts'
import { createLogger } from './create-logger.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './database/embedded/embedded-postgres.ts'

/**
 * Starts the embedded PostgreSQL while the rest of the server is still being loaded, which takes as long.
 *
 * @returns undefined if the settings name another database, or if `run` will refuse them
 */
export function startPostgresEarly(): Promise<EmbeddedPostgres> | undefined {
  const env = readSettings()
  if (env === null || env.DATABASE_URL !== undefined) return undefined
  const starting = createLogger(env).then(({ logger }) =>
    startEmbeddedPostgres(env.DATA_DIR, { logger }),
  )
  // `run` reports what went wrong.
  starting.catch(() => {})
  return starting
}

function readSettings() {
  if (process.argv[2] !== undefined) return null
  try {
    return readEnv(process.env)
  } catch {
    return null
  }
}
