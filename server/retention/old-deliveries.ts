import { sql } from 'kysely'
import { inBatches, type Removal } from './retention.ts'

/**
 * Removes deliveries that ended before `before`, with their attempts. Ids grow with
 * time, so it walks them from the lowest: an index on the end time would make each attempt slower.
 */
export function removeOldDeliveries(removal: Removal, before: Date): Promise<number> {
  const { db, batchSize } = removal
  let after = 0
  return inBatches(removal, async () => {
    const { rows } = await sql<{ last: number | null; hasOld: boolean | null; removed: number }>`
      with looked_at as (
        select id, created_at < ${before} as is_old from delivery where id > ${after} order by id limit ${batchSize}
      ), gone as (
        delete from delivery using looked_at
        where delivery.id = looked_at.id and delivery.state <> 'waiting'
          and delivery.settled_at < ${before}
        returning delivery.id
      ), attempts as (
        delete from delivery_attempt where delivery_id in (select id from gone)
      )
      select max(id) as last, bool_or(is_old) as "hasOld",
        (select count(*) from gone) as removed
      from looked_at
    `.execute(db)
    const { last = null, hasOld = null, removed = 0 } = rows[0] ?? {}
    after = last ?? after
    return { removed, isLast: last === null || hasOld !== true }
  })
}
