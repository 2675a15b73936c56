import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { lastId } from './partitions.ts'

/** How close the search comes to the first id. */
const CLOSE = 1_000

/**
 * How many deliveries have been added since a moment, roughly. No index has the time, but ids grow with
 * it, so a binary search finds the first one. They are counted, because ids have gaps: a restored backup
 * skips a million.
 */
export async function countIdsSince(db: Kysely<Schema>, since: Date): Promise<number> {
  let before = 0
  let after = await lastId(db)
  while (after - before > CLOSE) {
    const middle = Math.floor((before + after) / 2)
    const { rows } = await sql<{ isOld: boolean }>`
      select created_at < ${since} as "isOld" from delivery where id >= ${middle} order by id limit 1
    `.execute(db)
    if (rows[0]?.isOld) before = middle
    else after = middle
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from delivery where id >= ${after}
  `.execute(db)
  return rows[0]?.count ?? 0
}
