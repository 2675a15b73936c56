import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type Exclusion, TOO_OFTEN } from '../../../../contract/replay.ts'
import type { Included } from '../../../../contract/replay-request.ts'
import { payloadDigest } from '../../../database/payload-digest.ts'
import type { Schema } from '../../../database/schema.ts'
import type { StoredRun } from './locks.ts'

/*
 * Why a run does not send an event: another run is sending it to the same receiver or has delivered it,
 * or a person has marked it as handled (docs/decisions/0038). This changes at any time, so every request
 * looks it up again. The fragments belong to statements with a `replay_item` as "item".
 */

/**
 * Whether `other` is being sent, or will be: of two runs with an event, the one that was started first sends it. A
 * paused run or receiver blocks no event, because its waiting items are checked again when it continues.
 */
export const IN_FLIGHT = sql<boolean>`(other.state = 'sending' or (
  other_run.state = 'running'
  and (other.state = 'queued' or (other.state = 'prepared' and (other_run.started_at, other_run.id) < (
    select coalesce(own.started_at, 'infinity'), own.id from replay_run own where own.id = item.run_id
  )))
  and not exists (
    select from replay_receiver receiver
    where receiver.run_id = other.run_id and receiver.receiver_name = other.receiver_name
      and receiver.pause is not null
  )
))`

/**
 * What follows "from": `other` is an item of `other_run`, of the same event and to the same receiver,
 * and in a run of another account with the same payload too.
 *
 * @param account whose run the item is in
 * @param which further conditions
 */
export function otherReplays(account: string, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    replay_item other join replay_run other_run on other_run.id = other.run_id
    where (other.service, other.list, other.event_id) = (item.service, item.list, item.event_id)
      and other.run_id <> item.run_id and other.receiver_url = item.receiver_url
      and ${which}
      -- The id "content-…" means that the payload is the same, however it is written (decision 23).
      and (other_run.account = ${account} or starts_with(item.event_id, 'content-')
        or other.payload = item.payload
        or (other_run.retired is not null and other.payload = ${payloadDigest(sql.ref('item.payload'))}))
  `
}

/** A query that counts the replays by an account that have sent the event of an item. */
export function replaysOf(account: string | RawBuilder<string>): RawBuilder<number> {
  return sql<number>`
    select count(*) from replay_item earlier join replay_run earlier_run on earlier_run.id = earlier.run_id
    where (earlier.service, earlier.list, earlier.event_id) = (item.service, item.list, item.event_id)
      and earlier.state in ('delivered', 'failed_again') and earlier_run.account = ${account}
  `
}

/**
 * What follows "from": why a run of the account does not send an item, as `exclusion`. It has no row if the run sends
 * it. This is the only place that decides which of several reasons counts.
 *
 * - `why` text, like that of `Exclusion`
 * - `at` timestamptz, when a replay delivered it or a person marked it; otherwise null
 * - `who` text, who did that or is sending it; null if that person gave no name or has another account
 * - `started_at` timestamptz and `is_of_others` boolean, of the other replay
 */
export function exclusionOf(account: string): RawBuilder<unknown> {
  const isOfAccount = sql`other_run.account = ${account}`
  return sql`(
    (
      select case when is_in_flight then 'being_sent' else 'already_delivered' end as why,
        case when not is_in_flight then settled_at end as at, who, started_at, is_of_others, 1 as precedence
      from (
        select ${IN_FLIGHT} as is_in_flight, other.state, other.settled_at, other_run.started_at,
          not ${isOfAccount} as is_of_others, case when ${isOfAccount} then other_run.who end as who
        -- Merged with the outer query, it would be planned four times.
        from ${otherReplays(account, sql`true`)} offset 0
      ) other
      where is_in_flight or state = 'delivered'
      order by is_in_flight desc, settled_at desc limit 1
    )
    union all
    select 'handled', handled_at, handled_by, null, false, 2 from event_state mark
    where handled_at is not null and mark.account = ${account}
      and (mark.service, mark.list, mark.event_id) = (item.service, item.list, item.event_id)
    union all
    select 'failed_often', null, null, null, false, 3 where ${TOO_OFTEN} <= (
      select count(*) from replay_item other join replay_run other_run on other_run.id = other.run_id
      where (other.service, other.list, other.event_id) = (item.service, item.list, item.event_id)
        and other.run_id <> item.run_id and other.state = 'failed_again' and ${isOfAccount}
    )
    order by precedence limit 1
  ) exclusion`
}

export function whyExcluded(account: string) {
  return sql<Exclusion['why'] | null>`(select why from ${exclusionOf(account)})`
}

/** Why an account's draft runs would not send an `item`. For other runs, the item's state says so. */
export function whyLeftOut(runs: StoredRun[]): RawBuilder<Exclusion['why'] | null> {
  const drafts = runs.filter(({ state }) => state === 'ready')
  const [first] = drafts
  if (first === undefined) return sql`null::text`
  return sql`case when item.state = 'prepared' and item.run_id = any(${drafts.map(({ id }) => id)}::uuid[])
    then ${whyExcluded(first.account)} end`
}

/**
 * What follows "from": the `reason`, for people, why a running run skips an item, as `skipped`, with `why` and
 * `is_delivered_by_others`. A run that includes delivered or handled events only skips what was delivered or marked
 * since its start.
 */
export function skipReasonOf(run: StoredRun, timeZone: string): RawBuilder<unknown> {
  return sql`(
    select why, ${reason(timeZone)} as reason, ${IS_DELIVERED_BY_OTHERS} as is_delivered_by_others
    from ${exclusionOf(run.account)}
    where why <> all(${run.include ?? []}::text[])
      or at > (select started_at from replay_run where id = ${run.id})
  ) skipped`
}

/** Whether the reason for an `exclusion` is that a replay of another account has delivered the event. */
const IS_DELIVERED_BY_OTHERS = sql<boolean>`why = 'already_delivered' and is_of_others`

/** SQL for an `exclusion`, as people read it. */
function reason(timeZone: string): RawBuilder<string> {
  const time = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${timeZone}, 'FMDD FMMonth YYYY "at" HH24:MI')`
  return sql<string>`case why
    when 'failed_often' then ${`Failed in ${TOO_OFTEN} replays already.`}
    when 'handled' then 'Marked as handled' || coalesce(' by ' || who, '') || ' on ' || ${time('at')} || '.'
    else case why when 'being_sent' then 'Was already being sent' else 'Delivered already' end || ' by a replay'
      || case when is_of_others then ' of another account' else coalesce(' of ' || who, '') end
      || ', started on ' || ${time('exclusion.started_at')} || '.'
  end`
}

/**
 * Why the event of a single replay would be skipped, if the person has not seen that: another replay is sending it, or
 * has delivered it since the replay that they saw, or somebody has marked it as handled. null otherwise.
 */
export async function unseenExclusion(
  trx: Transaction<Schema>,
  run: StoredRun,
  { seenRunId, include }: Included & { seenRunId: string | null | undefined },
  timeZone: string,
): Promise<{ reason: string; is_delivered_by_others: boolean } | null> {
  const seenAt = sql`(select started_at from replay_run where id = ${seenRunId ?? null}::uuid)`
  const { rows } = await sql<{ reason: string; is_delivered_by_others: boolean }>`
    select ${reason(timeZone)} as reason, ${IS_DELIVERED_BY_OTHERS} as is_delivered_by_others
    from replay_item item cross join lateral ${exclusionOf(run.account)}
    where item.run_id = ${run.id} and item.state = 'prepared' and (
      why = 'being_sent' or ${seenRunId !== undefined} and (
        why = 'already_delivered' and exclusion.started_at > coalesce(${seenAt}, '-infinity')
        or why = 'handled' and ${!include.includes('handled')}
      )
    ) limit 1
  `.execute(trx)
  return rows[0] ?? null
}
