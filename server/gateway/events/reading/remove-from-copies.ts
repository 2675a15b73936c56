import { sql, type Transaction } from 'kysely'
import { OWN_SERVICE, type Schema } from '../../../database/schema.ts'

/**
 * Removes events of our own service from all copies of its lists, because a late 200 has taken them off the lists.
 * Their days are read again when somebody looks: a final day would otherwise keep them.
 */
export async function removeFromCopies(trx: Transaction<Schema>, ids: number[]): Promise<void> {
  const isRemoved = sql`event_id = any(${ids.map(String)}::text[])`
  await sql`
    with mirror as (
      -- Locked first, as by the reader.
      select id from event_mirror
      where service = ${OWN_SERVICE}
        and exists (select from listed_event where mirror_id = event_mirror.id and ${isRemoved})
      order by id for update
    ), gone as (
      delete from listed_event where mirror_id in (select id from mirror) and ${isRemoved}
      returning mirror_id, day
    ), days as (
      update event_mirror_day set complete_at = null, is_final = false
      where (mirror_id, day) in (select mirror_id, day from gone)
    )
    update event_mirror set version = version + 1 where id in (select mirror_id from gone)
  `.execute(trx)
}
