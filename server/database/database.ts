import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

/** Where the data is: a folder for the embedded database, or a PostgreSQL to connect to. */
export type DatabaseLocation = { folder: string } | { url: string }

export type Database = {
  db: Kysely<Schema>
  /** For the job queue, which opens the database past Kysely: one of the two is null. */
  pglite: PGlite | null
  url: string | null
  close(): Promise<void>
}

/**
 * Opens the database and brings its tables up to date.
 *
 * Both kinds answer alike: bigint as number, date as "YYYY-MM-DD", timestamptz as Date.
 *
 * @throws FolderInUse when another process writes to the folder
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database =
    'folder' in location ? await openEmbedded(location.folder) : openPostgres(location.url)
  try {
    await migrate(database.db)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openEmbedded(folder: string): Promise<Database> {
  const unlock = lockFolder(folder)
  try {
    const pglite = await PGlite.create(join(folder, 'database'), {
      parsers: { [types.INT8]: Number, [types.DATE]: String },
    })
    const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) })
    return {
      db,
      pglite,
      url: null,
      async close() {
        await db.destroy()
        if (!pglite.closed) await pglite.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

const POOL_SIZE = 10

function openPostgres(url: string): Database {
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
  return { db, pglite: null, url, close: () => db.destroy() }
}
