import { sql } from 'kysely'
import { inBatches, type Removal } from './retention.ts'

/** Days of a partner's list that are removed one after the other. */
const MAX_DAYS_OF_BATCH = 500

/**
 * Removes failed events of days before `before`. The last events of a day go first, together with
 * their count, so that counts and pages are exact after each batch.
 *
 * @param before YYYY-MM-DD
 */
export async function removeOldFailedEvents(removal: Removal, before: string): Promise<number> {
  const { db } = removal
  let total = 0
  for (;;) {
    const days = await db
      .selectFrom('failed_event_day')
      .select(['partner_id', 'list', 'day'])
      .where('day', '<', before)
      .orderBy('day')
      .orderBy('partner_id')
      .orderBy('list')
      .limit(MAX_DAYS_OF_BATCH)
      .execute()
    for (const day of days) total += await removeDay(removal, day)
    if (days.length < MAX_DAYS_OF_BATCH) return total
  }
}

type Day = { partner_id: number; list: string; day: string }

/** Removes a day of a partner's list. */
export function removeDay(removal: Removal, { partner_id, list, day }: Day): Promise<number> {
  const { db, batchSize } = removal
  const isOfDay = sql`partner_id = ${partner_id} and list = ${list} and day = ${day}`
  return inBatches(removal, () =>
    db.transaction().execute(async trx => {
      // The next statement sees all events that others have added to the day.
      await sql`select from failed_event_day where ${isOfDay} for update`.execute(trx)
      const { rows } = await sql<{ remaining: number; removed: number }>`
        with kept as (
          update failed_event_day set count = greatest(count - ${batchSize}::integer, 0)
          where ${isOfDay} returning count
        ), gone as (
          delete from failed_event
          where ${isOfDay} and position > (select count from kept)
          returning id
        )
        select kept.count as remaining, (select count(*) from gone) as removed from kept
      `.execute(trx)
      const { remaining = 0, removed = 0 } = rows[0] ?? {}
      if (remaining === 0) await sql`delete from failed_event_day where ${isOfDay}`.execute(trx)
      return { removed, isLast: remaining === 0 }
    }),
  )
}
