import type { FastifyBaseLogger } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  urlOfRunningPostgres,
} from './embedded/embedded-postgres.ts'
import { FolderInUse } from './embedded/folder-lock.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

/** Where the data is: DATA_DIR of the embedded PostgreSQL, or the address of another one. */
export type DatabaseLocation = { folder: string } | { url: string }

export type Database = {
  db: Kysely<Schema>
  /** For the job queue, which has connections of its own. */
  url: string
  /** The PostgreSQL that was started for it; null where somebody else runs it. */
  embedded: Pick<EmbeddedPostgres, 'folder' | 'otherUser'> | null
  close(): Promise<void>
}

/**
 * Opens the database, starts the embedded PostgreSQL where the location is a folder, and brings the
 * tables up to date. bigint is answered as number, date as "YYYY-MM-DD", timestamptz as Date.
 *
 * @throws FolderInUse when another process has the folder; FolderUnusable, DatabaseUnusable
 */
export async function openDatabase(
  location: DatabaseLocation,
  logger?: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): Promise<Database> {
  const database =
    'folder' in location ? await openEmbedded(location.folder, logger) : connect(location.url)
  try {
    await migrate(database.db)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The same, for a command that may run beside Redial: it then uses the PostgreSQL of that one. */
export async function openSharedDatabase(location: DatabaseLocation): Promise<Database> {
  try {
    return await openDatabase(location)
  } catch (error) {
    if (!(error instanceof FolderInUse) || !('folder' in location)) throw error
    // It may not have made its tables yet.
    return openDatabase({ url: urlOfRunningPostgres(location.folder) })
  }
}

async function openEmbedded(
  folder: string,
  logger?: Pick<FastifyBaseLogger, 'error' | 'warn'>,
): Promise<Database> {
  const embedded = await startEmbeddedPostgres(folder, { logger })
  const database = connect(embedded.url)
  return {
    ...database,
    embedded,
    close: () => database.close().finally(embedded.close),
  }
}

const POOL_SIZE = 10

function connect(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types: {
      getTypeParser: (oid, format) => {
        if (oid === pg.types.builtins.INT8) return Number
        if (oid === pg.types.builtins.DATE) return String
        return pg.types.getTypeParser(oid, format)
      },
    },
  })
  // A connection that breaks is replaced by the pool, and its query fails. Unheard, its error would
  // end the process: that of an idle one, and that of one between two queries of a transaction.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return { db, url, embedded: null, close: () => db.destroy() }
}
