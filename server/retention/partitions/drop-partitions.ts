import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Removal } from '../retention.ts'
import { lastId, type Partition, readPartitions, withShortLock } from './partitions.ts'

/** Rows of one statement that looks for some that have to stay. */
const MAX_ROWS_OF_LOOK = 100_000

/**
 * Drops partitions of which each delivery ended before `before`.
 *
 * @returns how many deliveries were in them
 */
export async function dropOldPartitions(removal: Removal, before: Date): Promise<number> {
  const { db } = removal
  let total = 0
  for (const partition of (await readPartitions(db)) ?? []) {
    if (partition.to === null || partition.to > (await lastId(db))) continue
    const old = await countIfOld(removal, partition, before)
    if (old !== null && (await drop(removal, partition, old.last))) total += old.count
  }
  return total
}

/** The number of its deliveries and the last of them; null if one has to stay. */
async function countIfOld(
  { db, signal }: Removal,
  { deliveries }: Partition,
  before: Date,
): Promise<{ count: number; last: number | null } | null> {
  const table = sql.table(deliveries)
  const isOld = sql`state <> 'waiting' and settled_at < ${before}`
  // The newest one usually decides.
  const { rows: newest } = await sql<{ isOld: boolean }>`
    select ${isOld} as "isOld" from ${table} order by id desc limit 1
  `.execute(db)
  if (newest[0]?.isOld === false) return null
  const found: { count: number; last: number | null } = { count: 0, last: null }
  for (;;) {
    signal.throwIfAborted()
    const after = found.last === null ? sql`` : sql`where id > ${found.last}`
    const { rows } = await sql<{ count: number; last: number | null; allOld: boolean | null }>`
      select count(*) as count, max(id) as last, bool_and(is_old) as "allOld" from (
        select id, coalesce(${isOld}, false) as is_old from ${table} ${after}
        order by id limit ${MAX_ROWS_OF_LOOK}
      ) as part
    `.execute(db)
    const { count = 0, last = null, allOld = null } = rows[0] ?? {}
    if (allOld === false) return null
    if (last === null) return found
    found.count += count
    found.last = last
  }
}

/**
 * @param last the last delivery that was looked at
 * @returns whether it was dropped
 */
function drop(removal: Removal, partition: Partition, last: number | null): Promise<boolean> {
  return withShortLock(removal, async trx => {
    await lockAll(trx)
    // A transaction that got an id before may have added a delivery since. Now there can be no other.
    const { rows } = await sql`
      select from ${sql.table(partition.deliveries)}
      ${last === null ? sql`` : sql`where id > ${last}`} limit 1
    `.execute(trx)
    if (rows.length > 0) return false
    for (const table of [partition.deliveries, partition.attempts]) {
      await sql`drop table ${sql.table(table)}`.execute(trx)
    }
    return true
  })
}

/** In the order of a report. The tables that a foreign key names are locked to drop it. */
async function lockAll(trx: Kysely<Schema>): Promise<void> {
  await sql`
    lock table tracked_call, tracking_number, delivery, delivery_attempt in access exclusive mode
  `.execute(trx)
}
