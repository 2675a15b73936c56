import { type Kysely, sql } from 'kysely'
import { failureSummary, type Outcome } from '../../../contract/event/failure-cause.ts'
import { UNKNOWN_COMPANY } from '../../../contract/event-page.ts'
import { overviewRange } from '../../../contract/overview.ts'
import type { Receiver } from '../../../contract/receiver.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { startOfDay } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { type ReceiversOfNumbers, trackingNumberKeySql } from '../events/event-source.ts'
import type { EventCopy } from '../events/reading/event-reader.ts'
import type { Account } from '../session/caller.ts'
import type { LiveReceivers } from './live-deliveries.ts'

type Moments = 'first_failure' | 'last_failure' | 'last_delivery' | 'recovered_at'

export type ReceiverStateRow = Omit<Receiver, Moments | 'missing' | 'tracking_numbers' | 'live'> &
  Record<Moments, Date | null> & {
    calls: number
    ai_events: number
    missing_since: string | null
    /** How many of `failures` are from the last hour. */
    recent: number
  }

export type StatesQuery = {
  now: Date
  timeZone: string
  /** The events that may be shown. */
  copies: EventCopy[]
  /** The receivers of tracking numbers whose events name none. */
  numbers: ReceiversOfNumbers
  /** Counts only the events of this company. */
  company?: string
  /** What the service says about deliveries without a replay. */
  live?: LiveReceivers
}

/** How many receivers are listed because their attempts start late. */
const MAX_LATE = 50

/** How many companies of a receiver are named. */
const MAX_COMPANIES = 20

/** Each attempt takes a look at its item, and a receiver of one company needs only a few. */
const ATTEMPTS_FOR_COMPANIES = 50

/**
 * All receivers of the account with their states (docs/decisions/0062). Receivers that need a person come
 * first.
 *
 * The evidence is what the copied lists name, with what became of it, and the outcomes of replays and, if the service
 * says so, of live deliveries. What failed or is missing counts for the days of Overview, whatever other days somebody
 * has looked at. Events are counted by facet, because their rows are wide (docs/decisions/0061).
 */
export async function receiverStates(
  db: Kysely<Schema>,
  { service, account }: Account,
  { now, timeZone, copies, numbers, company, live = new Map() }: StatesQuery,
): Promise<ReceiverStateRow[]> {
  const attempts = sql`
    from replay_attempt attempt
    join replay_item item on item.id = attempt.item_id
    join replay_run run on run.id = item.run_id
    where attempt.service = ${service} and attempt.receiver_name = account_receiver.receiver
      and run.account = ${account}`
  const ids = copies.map(({ id }) => id)
  const copy = sql`unnest(${ids}::integer[], ${copies.map(({ list }) => list)}::text[]) as copy (id, list)`
  const { from } = overviewRange(dayOf(now, timeZone))
  const start = startOfDay(from, timeZone)
  const named = [...live.keys()]
  const health = [...live.values()]
  const isCopied = sql`event.mirror_id = any(${ids}::integer[])`
  const { rows } = await sql<ReceiverStateRow & { retried: Outcome | null }>`
    with recursive run_receiver as (
      select run.id as run_id,
        (select min(receiver_name) from replay_item where run_id = run.id) as name
      from replay_run run
      where service = ${service} and account = ${account} and started_at is not null
        and retired is null
      union all
      select run_receiver.run_id, (
        select min(receiver_name) from replay_item
        where run_id = run_receiver.run_id and receiver_name > run_receiver.name
      )
      from run_receiver where run_receiver.name is not null
    ), late as materialized (
      -- They don't answer and have a backlog. The longest delay of all processes counts.
      select entry->>'receiver' as receiver, max(round((entry->>'latenessMs')::float8 / 1000))::integer as late_s
      from worker_process, jsonb_array_elements(worker_process.late) as entry
      where ${company === undefined} and alive_until > clock_timestamp() and entry->>'account' = ${account}
      group by 1 order by 2 desc, 1 limit ${MAX_LATE}
    ), facet as materialized (
      -- A facet has the same texts in both lists.
      select copied.facet, company, cause, coalesce(setting.label, event.receiver) as receiver
      from (select distinct event.facet from listed_event event where ${isCopied}) copied
      cross join lateral (
        select company, cause, receiver, callback_url, tracking_number from listed_event event
        where ${isCopied} and event.facet = copied.facet limit 1
      ) event
      left join unnest(${numbers.numbers}::text[], ${numbers.labels}::text[]) as setting (number, label)
        on event.callback_url is null
          and setting.number = ${trackingNumberKeySql(sql`event.tracking_number`)}
      where ${company === undefined ? sql`true` : sql`company = ${company}`}
    ), account_receiver as materialized (
      -- "distinct" tells PostgreSQL that it can join them as what they are, one row for each receiver.
      select distinct on (receiver) receiver, greatest(delivery.at, live.delivered_at) as delivery,
        failure.at as failure, live.recovered_at
      from (
        select receiver from facet
        union select name from run_receiver where name is not null
        union select receiver from late
        union select unnest(${[...numbers.labels, ...(company === undefined ? named : [])]}::text[])
      ) account_receiver
      left join unnest(${named}::text[], ${health.map(each => each.last_delivered_at)}::timestamptz[],
        ${health.map(each => each.recovered_at)}::timestamptz[]) as live (receiver, delivered_at, recovered_at)
        using (receiver)
      left join lateral (
        select attempt.at ${attempts} and attempt.error is null order by attempt.at desc limit 1
      ) delivery on true
      left join lateral (
        select attempt.at ${attempts} and attempt.error is not null
          and attempt.at < coalesce(greatest(delivery.at, live.delivered_at), 'infinity')
        order by attempt.at desc limit 1
      ) failure on true
    ), delivery as materialized (
      select facet, coalesce(delivery, '-infinity') as latest from facet join account_receiver using (receiver)
    ), event as (
      select event.mirror_id, event.facet, event.event_id, event.at, event.day, delivery.latest as delivery
      from listed_event event join delivery using (facet) where ${isCopied}
    ), state as (
      select copy.id as mirror_id, event_id, cause, failed_again_at, delivered_at, handled_at
      from event_state join ${copy} using (list) where service = ${service} and account = ${account}
    ), facet_count as materialized (
      select mirror_id, facet, cause, count(*) as events, max(at) as last,
        max(at) filter (where at < delivery) as before, count(*) filter (where is_counted) as failed,
        count(*) filter (where is_missing) as missing,
        min(day) filter (where is_missing) as missing_since,
        count(*) filter (where is_failing) as failures,
        count(*) filter (where is_failing and newest > ${now}::timestamptz - interval '1 hour') as recent,
        min(case when is_counted and at > delivery then at else failed_again_at end)
          filter (where is_failing) as first_failure,
        max(greatest(at, failed_again_at)) filter (where is_failing) as last_failure
      from (
        select *, is_open and is_counted as is_missing,
          is_open and newest > delivery and (is_counted or failed_again_at >= ${start}) as is_failing
        from (
          select event.mirror_id, event.facet, event.at, event.day, event.delivery, state.cause,
            state.failed_again_at, state.delivered_at is null and state.handled_at is null as is_open,
            event.day >= ${from}::date as is_counted,
            -- Without a time, an event may have failed until its day ended.
            coalesce(greatest(event.at, state.failed_again_at),
              (event.day + 1)::timestamp at time zone ${timeZone}) as newest
          from event left join state on state.mirror_id = event.mirror_id and state.event_id = event.event_id
        ) event_with_state
      ) counted
      group by mirror_id, facet, cause
    ), uncopied_failure as materialized (
      -- Events that no copied list has, after a replay of them failed.
      select item.receiver_name as receiver, state.list, state.cause, state.failed_again_at
      from event_state state
      cross join lateral (
        select receiver_name from replay_item
        where service = ${service} and list = state.list and event_id = state.event_id
          and replay_item.state = 'failed_again'
          -- Faster than a join, which looks for the run of each item.
          and run_id = any(array(select id from replay_run where service = ${service} and account = ${account}))
        order by id desc limit 1
      ) item
      where ${company === undefined} and state.service = ${service} and state.account = ${account}
        and state.delivered_at is null and state.handled_at is null and state.failed_again_at >= ${start}
        and not exists (
          select from listed_event event join ${copy} on copy.id = event.mirror_id
          where copy.list = state.list and event.event_id = state.event_id
        )
    ), evidence as materialized (
      select receiver, list, company, coalesce(facet_count.cause, facet.cause) as cause,
        events, last, before, failed, missing, missing_since, failures, recent, first_failure, last_failure
      from facet_count join facet using (facet) join ${copy} on copy.id = mirror_id
      union all
      select receiver, list, null, cause, 0, null, null, 0, 0, null, 1,
        (failed_again_at > ${now}::timestamptz - interval '1 hour')::integer, failed_again_at, failed_again_at
      from uncopied_failure join account_receiver using (receiver)
      where failed_again_at > coalesce(delivery, '-infinity')
    ), total as (
      select receiver, sum(failures)::integer as failures, sum(recent)::integer as recent, min(first_failure) as first_failure,
        max(last_failure) as last_failure, max(last) as last, max(before) as before, sum(failed)::integer as failed,
        coalesce(sum(missing) filter (where list = 'call_events_fail'), 0)::integer as calls,
        coalesce(sum(missing) filter (where list <> 'call_events_fail'), 0)::integer as ai_events,
        min(missing_since)::text as missing_since
      from evidence group by receiver
    ), newest_cause as (
      select distinct on (receiver) receiver, cause
      from (
        select receiver, cause, max(last_failure) as latest, sum(failures) as failures, sum(missing) as missing
        from evidence where failures > 0 or missing > 0 group by receiver, cause
      ) by_cause
      order by receiver, latest desc nulls last, failures desc, missing desc, cause
    ), frequent_company as (
      select receiver, array_agg(company order by events desc, company) as companies
      from (
        select receiver, company, sum(events) as events,
          row_number() over (partition by receiver order by sum(events) desc, company) as place
        from evidence where company <> ${UNKNOWN_COMPANY} group by receiver, company
      ) by_company
      where place <= ${MAX_COMPANIES} group by receiver
    ), receiver_state as (
      select account_receiver.receiver, newest_cause.cause, total.first_failure,
        account_receiver.delivery as last_delivery,
        case when failures > 0 then greatest(total.last_failure, retry.at)
          else greatest(last, account_receiver.failure) end as last_failure, retry.outcome as retried,
        case when failures > 0 or late_s is not null then 'failing'
          when calls + ai_events > 0 or recovery.at >= ${now}::timestamptz - interval '24 hours' then 'recovered'
          when account_receiver.delivery >= ${now}::timestamptz - interval '7 days' then 'working'
          else 'quiet' end as state,
        recovery.at as recovered_at, coalesce(recovery.at = recovery.by_replay, false) as recovered_by_replay,
        coalesce(failures, 0) as failures, coalesce(recent, 0) as recent, coalesce(failed, 0) as failed, coalesce(calls, 0) as calls,
        coalesce(ai_events, 0) as ai_events, missing_since, late_s,
        coalesce(frequent_company.companies, replayed_company.companies, '{}') as companies
      from account_receiver
      left join total using (receiver)
      left join newest_cause using (receiver)
      left join frequent_company using (receiver)
      left join late using (receiver)
      left join lateral (
        select least(live, by_replay) as at, by_replay
        from (
          select case when account_receiver.recovered_at > failed.at then account_receiver.recovered_at end as live, (
            select attempt.at ${attempts} and attempt.error is null and attempt.at > failed.at
            order by attempt.at limit 1
          ) as by_replay
          from (select greatest(total.before, account_receiver.failure) as at) failed
        ) first_delivery
      ) recovery on true
      left join lateral (
        -- Events that wait until a receiver recovers are tried without failing again.
        select attempt.at, jsonb_build_object('status', attempt.status, 'error', attempt.error,
          'cause', attempt.cause) as outcome ${attempts} and attempt.error is not null
          and attempt.at > greatest(total.last_failure, account_receiver.delivery)
        order by attempt.at desc limit 1
      ) retry on failures > 0
      left join lateral (
        select array_agg(company order by attempts desc, company) as companies
        from (
          select company, count(*) as attempts
          from (
            select item.company ${attempts} order by attempt.at desc limit ${ATTEMPTS_FOR_COMPANIES}
          ) latest
          where company is not null and frequent_company.companies is null
          group by company
        ) by_company
      ) replayed_company on true
    )
    select * from receiver_state
    order by array_position(array['failing', 'recovered', 'working', 'quiet'], state), failures desc,
      calls + ai_events desc, greatest(last_delivery, last_failure) desc nulls last, receiver
  `.execute(db)
  return rows.map(({ retried, ...row }) =>
    retried === null ? row : { ...row, cause: failureSummary(retried) },
  )
}
