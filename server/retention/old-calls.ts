import { sql } from 'kysely'
import { inBatches, type Removal } from './retention.ts'

/**
 * Removes calls that ended before `before`, but none whose deliveries are kept. A report with the
 * id of a removed call is a new call.
 */
export function removeOldCalls(removal: Removal, before: Date): Promise<number> {
  const { db, batchSize } = removal
  // As text, because a Date has no microseconds.
  let after = { at: '-infinity', id: 0 }
  return inBatches(removal, async () => {
    const { rows } = await sql<{ lastAt: string | null; lastId: number | null; removed: number }>`
      with looked_at as (
        select id, ended_at from tracked_call
        where ended_at < ${before} and (ended_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)
        order by ended_at, id limit ${batchSize}
      ), free as (
        select id from tracked_call
        where id in (select id from looked_at)
          and not exists (select from delivery where call_id = tracked_call.id)
        for update skip locked
      ), gone as (
        delete from tracked_call where id in (select id from free) returning id
      )
      select last.ended_at::text as "lastAt", last.id as "lastId", (select count(*) from gone) as removed
      from (values (1)) as one left join (
        select * from looked_at order by ended_at desc, id desc limit 1
      ) as last on true
    `.execute(db)
    const { lastAt = null, lastId = null, removed = 0 } = rows[0] ?? {}
    if (lastAt === null || lastId === null) return { removed, isLast: true }
    after = { at: lastAt, id: lastId }
    return { removed, isLast: false }
  })
}
