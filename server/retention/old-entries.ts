import { sql } from 'kysely'
import { inBatches, type Removal } from './retention.ts'

/** Removes entries of the activity log from before `before`. */
export function removeOldActivity(removal: Removal, before: Date): Promise<number> {
  const { db, batchSize } = removal
  return inBatches(removal, async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from activity where id in (
        select id from activity where at < ${before}
        order by at limit ${batchSize} for update skip locked
      )
    `.execute(db)
    return { removed: Number(numAffectedRows), isLast: Number(numAffectedRows) < batchSize }
  })
}

/** Removes what receivers answered to replays before `before`. The attempts stay. */
export function removeOldAnswers(removal: Removal, before: Date): Promise<number> {
  const { db, batchSize } = removal
  let after = 0
  return inBatches(removal, async () => {
    const { rows } = await sql<{ last: number | null; hasOld: boolean | null; removed: number }>`
      with looked_at as (
        select id, at < ${before} as is_old from replay_attempt
        where id > ${after} order by id limit ${batchSize}
      ), emptied as (
        update replay_attempt set answer = null from looked_at
        where replay_attempt.id = looked_at.id and is_old and answer is not null
        returning replay_attempt.id
      )
      select max(id) as last, bool_or(is_old) as "hasOld",
        (select count(*) from emptied) as removed
      from looked_at
    `.execute(db)
    const { last = null, hasOld = null, removed = 0 } = rows[0] ?? {}
    after = last ?? after
    return { removed, isLast: last === null || hasOld !== true }
  })
}
