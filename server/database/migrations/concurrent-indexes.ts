import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/** An index that is built while the table is read and written. */
export type ConcurrentIndex = {
  name: string
  unique?: true
  /** What follows ON: the table, its columns, and a condition if there is one. */
  on: string
}

/**
 * Another key than that of migrations: a process that waits for that one has a snapshot, and PostgreSQL
 * would wait for the snapshot to end before it finishes the index.
 */
const LOCK = 3853314791062309108n

const PAUSE_MS = 200

/** Those that don't exist, or that were not built to their end. */
export async function missingIndexes(
  db: Kysely<Schema> | Transaction<Schema>,
  indexes: ConcurrentIndex[],
): Promise<ConcurrentIndex[]> {
  if (indexes.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select class.relname as name from pg_index
    join pg_class class on class.oid = indexrelid
    where indisvalid and class.relnamespace = current_schema()::regnamespace
  `.execute(db)
  const valid = new Set(rows.map(({ name }) => name))
  return indexes.filter(({ name }) => !valid.has(name))
}

/**
 * Builds the indexes that are missing. One process does, and others wait for it without a snapshot. What an
 * interrupted build left is removed first.
 *
 * @param db with two connections at least
 */
export async function buildIndexes(db: Kysely<Schema>, indexes: ConcurrentIndex[]): Promise<void> {
  await db.transaction().execute(async trx => {
    while (!(await isLocked(trx))) await sleep(PAUSE_MS)
    for (const { name, unique, on } of await missingIndexes(db, indexes)) {
      await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
      const kind = sql.raw(unique ? 'unique index' : 'index')
      await sql`create ${kind} concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(db)
    }
  })
}

async function isLocked(trx: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as locked
  `.execute(trx)
  return rows[0]?.locked ?? false
}
