import { sql } from 'kysely'
import { deleteWhere, inBatches, type Removal } from './retention.ts'

/** Days of copied lists that are removed one after the other. */
const MAX_DAYS_OF_BATCH = 500

type CopiedDay = { mirror_id: number; day: string }

/**
 * Removes days of the gateway's copies that nobody has opened since `before`. If somebody opens one meanwhile, it is
 * read again.
 */
export async function removeUnopenedDays(removal: Removal, before: Date): Promise<void> {
  const { db } = removal
  await inBatches(removal, async () => {
    const { rows } = await sql<CopiedDay>`
      update event_mirror_day set complete_at = null, is_final = false
      where (mirror_id, day) in (
        select mirror_id, day from event_mirror_day where opened_at < ${before}
        limit ${MAX_DAYS_OF_BATCH}
      ) and opened_at < ${before}
      returning mirror_id, day
    `.execute(db)
    for (const day of rows) await removeDay(removal, day, before)
    return { removed: 0, isLast: rows.length < MAX_DAYS_OF_BATCH }
  })
  await sql`delete from event_reading where asked_at < ${before}`.execute(db)
  await sql`
    delete from event_mirror mirror
    where not exists (select from event_mirror_day where mirror_id = mirror.id)
      and not exists (select from event_reading where mirror_id = mirror.id)
      and (lease_until is null or lease_until < now())
  `.execute(db)
}

async function removeDay(
  removal: Removal,
  { mirror_id, day }: CopiedDay,
  before: Date,
): Promise<void> {
  const isOfDay = sql`mirror_id = ${mirror_id} and day = ${day}::date`
  const isUnopened = sql`${isOfDay} and opened_at < ${before}`
  const stillUnopened = sql`exists (select from event_mirror_day where ${isUnopened})`
  await deleteWhere(removal, 'listed_event', sql`${isOfDay} and ${stillUnopened}`)
  await sql`delete from event_mirror_day where ${isUnopened}`.execute(removal.db)
}
