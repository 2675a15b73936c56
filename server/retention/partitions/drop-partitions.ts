import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Removal } from '../retention.ts'
import { lastId, type Partition, readPartitions, withShortLock } from './partitions.ts'

/** Ids of one statement that looks for deliveries that have to stay. */
const MAX_IDS_OF_LOOK = 500_000

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
  const isOld = sql`coalesce(state <> 'waiting' and settled_at < ${before}, false)`
  // The newest one usually decides.
  const { rows: newest } = await sql<{ isOld: boolean }>`
    select ${isOld} as "isOld" from ${table} order by id desc limit 1
  `.execute(db)
  if (newest[0]?.isOld === false) return null
  const found: { count: number; last: number | null } = { count: 0, last: null }
  for (;;) {
    signal.throwIfAborted()
    const { rows: next } = await sql<{ id: number }>`
      select id from ${table} ${isAfter(found.last)} order by id limit 1
    `.execute(db)
    const [first] = next
    if (first === undefined) return found
    const { rows } = await sql<{ count: number; last: number; allOld: boolean }>`
      select count(*) as count, max(id) as last, bool_and(${isOld}) as "allOld" from ${table}
      where id >= ${first.id} and id < ${first.id + MAX_IDS_OF_LOOK}
    `.execute(db)
    const { count = 0, last = first.id, allOld = false } = rows[0] ?? {}
    if (!allOld) return null
    found.count += count
    found.last = last
  }
}

const isAfter = (id: number | null) => (id === null ? sql`` : sql`where id > ${id}`)

/**
 * @param last the last delivery that was looked at
 * @returns whether it was dropped
 */
function drop(removal: Removal, partition: Partition, last: number | null): Promise<boolean> {
  return withShortLock(removal, async trx => {
    await lockAll(trx)
    // A transaction that got an id before may have added a delivery since. Now there can be no other.
    const { rows } = await sql`
      select from ${sql.table(partition.deliveries)} ${isAfter(last)} limit 1
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
