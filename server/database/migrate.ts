import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isLockTimeout } from './database-fault.ts'
import { DatabaseUnusable } from './embedded/folder-lock.ts'
import * as tables from './migrations/0001-tables.ts'
import type { Schema } from './schema.ts'

/**
 * A migration and what `npm run migrate -- plan` prints about it; a test compares this with the locks that
 * it takes.
 */
export type RedialMigration = Migration & {
  does: string
  /** Tables that nobody can read or write while it runs. */
  stopsAll?: string[]
  /** Tables that nobody can write to while it runs. */
  stopsWrites?: string[]
  /** The table whose number of rows decides how long it takes. Without one, it takes a moment. */
  takesAsLongAs?: string
}

/** All migrations, in order. A released migration never changes. */
export const MIGRATIONS: Record<string, RedialMigration> = {
  '0001-tables': tables,
}

/** The lock key of Kysely's own migrator. */
const LOCK = 3853314791062309107n

/**
 * A migration that waits for a table's lock has everybody else wait behind it, so it stops waiting soon, and
 * tries again after a pause in which they continue.
 */
const LOCK_TIMEOUT_MS = 1_000
const PAUSE_MS = 1_000
const WARN_AFTER_TRIES = 10

type MigrateOptions = {
  logger?: Pick<FastifyBaseLogger, 'warn'> | undefined
  /** Only tests pass their own. */
  migrations?: Record<string, RedialMigration>
}

/**
 * Migrates the tables, each migration in its own transaction, so that a table is locked no longer than
 * its own migration takes. Processes that start together wait for one another by a lock that ends with the
 * transaction: a session lock could stay with a pooler.
 *
 * @returns the names of the migrations that ran
 * @throws the first migration's error; those before it stay, and that one has changed nothing.
 *   DatabaseUnusable if Redial made the database before its first release
 */
export async function migrate(db: Kysely<Schema>, options: MigrateOptions = {}): Promise<string[]> {
  const { logger, migrations = MIGRATIONS } = options
  const done: string[] = []
  for (let tries = 1; ; ) {
    try {
      const ran = await migrateNext(db, migrations)
      if (ran === null) return done
      done.push(ran)
      tries = 1
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (tries++ % WARN_AFTER_TRIES === 0) {
        logger?.warn('A migration waits for a table that a long transaction uses, and tries again')
      }
      await sleep(PAUSE_MS)
    }
  }
}

/** The names of the migrations that a start would run, in order. Changes nothing. */
export async function pendingMigrations(db: Transaction<Schema>): Promise<string[]> {
  return pendingOf(MIGRATIONS, await executedNames(db))
}

/**
 * Migrations are developed in parallel, so one with a lower number may come later. And a process of this
 * version has to start while a newer one runs, whose migrations it doesn't know. Kysely's own migrator
 * refuses both, and takes a lock of the session.
 *
 * @returns the name of the migration that ran; null if there was none to run
 */
async function migrateNext(
  db: Kysely<Schema>,
  migrations: Record<string, RedialMigration>,
): Promise<string | null> {
  return db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx)
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx)
    const [next = ''] = pendingOf(migrations, await executedNames(trx))
    const migration = migrations[next]
    if (migration === undefined) return null
    await sql`
      create table if not exists kysely_migration (
        name varchar(255) primary key, timestamp varchar(255) not null
      )
    `.execute(trx)
    await migration.up(trx)
    const at = new Date().toISOString()
    await sql`insert into kysely_migration values (${next}, ${at})`.execute(trx)
    return next
  })
}

function pendingOf(migrations: Record<string, RedialMigration>, executed: string[]): string[] {
  return Object.keys(migrations)
    .filter(name => !executed.includes(name))
    .sort()
}

/** @throws DatabaseUnusable if an older version made the tables before the first release */
async function executedNames(trx: Transaction<Schema>): Promise<string[]> {
  const { rows: tables } = await sql<{ exists: boolean; is_current: boolean }>`
    select to_regclass('kysely_migration') is not null as exists,
      exists (
        select from pg_attribute
        where attrelid = to_regclass('replay_run') and attname = 'renewed_at' and not attisdropped
      ) as is_current
  `.execute(trx)
  if (!tables[0]?.exists) return []
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name
  `.execute(trx)
  const names = rows.map(({ name }) => name)
  if (tables[0].is_current || !names.some(name => name.startsWith('0001-'))) return names
  throw new DatabaseUnusable(
    'A Redial from before the first release made this database, and this one cannot open it: set DATA_DIR ' +
      'to an empty folder, or DATABASE_URL to an empty database.',
  )
}
