import { type Kysely, sql } from 'kysely'
import { isLockTimeout } from '../../database/database-fault.ts'
import type { Schema } from '../../database/schema.ts'
import type { Removal } from '../retention.ts'
import { type Partition, withShortLock } from './partitions.ts'
import { isAllOld, pastPartitions } from './past-partitions.ts'

/** Counting more takes longer than dropping them, so PostgreSQL's own estimate is used. */
const MAX_COUNTED = 1_000_000

/**
 * Drops partitions of which each delivery ended before `before`.
 *
 * @returns how many deliveries were in them, roughly if there were more than a million
 */
export async function dropOldPartitions(removal: Removal, before: Date): Promise<number> {
  const { db } = removal
  let total = 0
  for (const partition of await pastPartitions(db)) {
    if (!(await isAllOld(db, partition, before))) continue
    const table = sql.table(partition.deliveries)
    const { rows } = await sql<Found>`
      select (select max(id) from ${table}) as last,
        case when reltuples < ${MAX_COUNTED} then (select count(*) from ${table})
          else reltuples::bigint end as count
      from pg_class where oid = ${partition.deliveries}::regclass
    `.execute(db)
    const { count = 0, last = null } = rows[0] ?? {}
    if (await drop(removal, partition, last)) total += count
  }
  return total
}

type Found = { count: number; last: number | null }

/**
 * @param last the last delivery that was found
 * @returns whether it was dropped. It isn't while a long transaction reads deliveries, such as a dump.
 */
async function drop(removal: Removal, partition: Partition, last: number | null): Promise<boolean> {
  try {
    return await withShortLock(removal, async trx => {
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
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

/** In the order of a report. The tables that a foreign key names are locked to drop it. */
async function lockAll(trx: Kysely<Schema>): Promise<void> {
  await sql`
    lock table tracked_call, tracking_number, delivery, delivery_attempt in access exclusive mode
  `.execute(trx)
}
