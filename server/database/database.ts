import type { FastifyBaseLogger } from 'fastify'
import { Kysely } from 'kysely'
import {
  type DatabaseLimits,
  MIGRATION_LIMITS,
  type PoolLimits,
  PRODUCTION_LIMITS,
  type QueryLimits,
} from './database-limits.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  urlOfRunningPostgres,
} from './embedded/embedded-postgres.ts'
import { FolderInUse } from './embedded/folder-lock.ts'
import { LimitedDialect } from './limited-pool.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

/**
 * Where the data is: the DATA_DIR of the embedded PostgreSQL, whose start may have begun before, or the
 * address of another PostgreSQL.
 */
export type DatabaseLocation =
  | { folder: string; embedded?: Promise<EmbeddedPostgres> | undefined }
  | { url: string }

export type Database = {
  /** Requests use it. Their callers wait, so queries are short. */
  db: Kysely<Schema>
  /** For attempts of deliveries and replays, so that requests can't use up these connections. */
  workerDb: Kysely<Schema>
  /** Work that nobody waits for and that may take minutes uses it. */
  longDb: Kysely<Schema>
  /** The job queue opens and closes its own pool with it. */
  queueLimits: QueryLimits
  url: string
  /** The PostgreSQL that this process started; null if somebody else runs it. */
  embedded: Pick<EmbeddedPostgres, 'folder' | 'otherUser'> | null
  close(): Promise<void>
}

/**
 * Opens the database, starts the embedded PostgreSQL if the location is a folder, and migrates the
 * tables. bigint is returned as number, date as "YYYY-MM-DD", timestamptz as Date.
 *
 * @param limits only tests and benchmarks pass their own
 * @throws FolderInUse when another process has the folder; FolderUnusable, DatabaseUnusable, DatabaseAway
 */
export async function openDatabase(
  location: DatabaseLocation,
  logger?: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  limits: DatabaseLimits = PRODUCTION_LIMITS,
): Promise<Database> {
  const database =
    'folder' in location
      ? await openEmbedded(location, limits, logger)
      : connect(location.url, limits)
  try {
    const db = connectPool(database.url, MIGRATION_LIMITS)
    await migrate(db, { logger }).finally(() => db.destroy())
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Does work with the address of the PostgreSQL at a location, without migrating it: the one that another process runs
 * on the folder, or one that is started for this.
 */
export async function withPostgres<T>(
  location: DatabaseLocation,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if ('url' in location) return work(location.url)
  const own = await startEmbeddedPostgres(location.folder).catch(error => {
    if (error instanceof FolderInUse) return null
    throw error
  })
  try {
    return await work(own?.url ?? urlOfRunningPostgres(location.folder))
  } finally {
    await own?.close()
  }
}

async function openEmbedded(
  location: Extract<DatabaseLocation, { folder: string }>,
  limits: DatabaseLimits,
  logger?: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): Promise<Database> {
  const embedded = await (location.embedded ?? startEmbeddedPostgres(location.folder, { logger }))
  const database = connect(embedded.url, limits)
  return {
    ...database,
    embedded,
    close: () => database.close().finally(embedded.close),
  }
}

function connect(url: string, limits: DatabaseLimits): Database {
  const db = connectPool(url, limits.requests)
  const workerDb = connectPool(url, limits.attempts)
  const longDb = connectPool(url, limits.longWork)
  const pools = [db, workerDb, longDb]
  return {
    ...{ db, workerDb, longDb, url, embedded: null },
    queueLimits: limits.jobQueue,
    close: async () => void (await Promise.all(pools.map(pool => pool.destroy()))),
  }
}

export function connectPool(url: string, limits: PoolLimits): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new LimitedDialect(url, limits) })
}
