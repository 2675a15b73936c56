import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../database/schema.ts'
import { markOf } from './handled-events.ts'
import type { StoredRun } from './locks.ts'
import { DELIVERED, IN_FLIGHT, otherReplays } from './other-replays.ts'
import { handledReason, reasonOf } from './queue-items.ts'

/** Describes a replay of the event that the person had not seen; null if there is none. */
export async function unseenReplay(
  trx: Transaction<Schema>,
  run: StoredRun,
  seenRunId: string | null | undefined,
  timeZone: string,
): Promise<string | null> {
  const seenAt = sql`(select started_at from replay_run seen where seen.id = ${seenRunId ?? null}::uuid)`
  const isUnseen = sql`(${IN_FLIGHT} or (
    ${seenRunId !== undefined} and ${DELIVERED}
      and other_run.started_at > coalesce(${seenAt}, '-infinity')
  ))`
  const { rows } = await sql<{ reason: string }>`
    select unseen.reason from replay_item item cross join lateral (
      select other.id, case when ${DELIVERED}
        then ${reasonOf('Delivered already', run, timeZone)}
        else ${reasonOf('Being sent already', run, timeZone)} end as reason
      from ${otherReplays('item', run.account, isUnseen)}
    ) as unseen
    where item.run_id = ${run.id} and item.state = 'prepared'
    order by unseen.id desc
    limit 1
  `.execute(trx)
  return rows[0]?.reason ?? null
}

/** Says who marked the event of a single replay as handled; null if nobody did or a replay has delivered it. */
export async function unseenMark(
  trx: Transaction<Schema>,
  run: StoredRun,
  timeZone: string,
): Promise<string | null> {
  const { rows } = await sql<{ reason: string }>`
    select mark.reason from replay_item item cross join lateral (
      select ${handledReason(timeZone)} as reason from ${markOf('item', run.account)}
    ) as mark
    where item.run_id = ${run.id} and item.state = 'prepared'
      and not exists (select from ${otherReplays('item', run.account, DELIVERED)})
  `.execute(trx)
  return rows[0]?.reason ?? null
}
