import { type Kysely, sql } from 'kysely'
import { isLockTimeout } from '../../database/database-fault.ts'
import type { Schema } from '../../database/schema.ts'
import type { Removal } from '../retention.ts'
import { type Partition, withShortLock } from './partitions.ts'
import { isAllOld, pastPartitions } from './past-partitions.ts'

/**
 * Drops partitions of which each delivery ended before `before`.
 *
 * @returns how many deliveries were in them
 */
export async function dropOldPartitions(removal: Removal, before: Date): Promise<number> {
  const { db } = removal
  let total = 0
  for (const partition of await pastPartitions(db)) {
    if (!(await isAllOld(db, partition, before))) continue
    const { rows } = await sql<Found>`
      select count(*) as count, max(id) as last from ${sql.table(partition.deliveries)}
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
