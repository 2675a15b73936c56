import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type {
  EventState,
  EventStateName,
  HandledEventsChanged,
  RecoveredDay,
} from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { stampIn } from '../../../../contract/time/stamp.ts'
import type { Schema } from '../../../database/schema.ts'
import { detailError } from '../../../http/http-error.ts'
import type { Owner } from '../../session/caller.ts'
import type { ListedEvent } from '../reading/parse-list-page.ts'

type Row = Omit<EventState, 'at'> & { at: Date | null }

/**
 * What the account has done about these events. An event has the first of these states that applies: a
 * replay is sending it, has delivered it, a person has marked it, or a replay has failed. So once
 * delivered, it stays delivered, even if it was sent again since and failed.
 */
export async function eventStates(
  db: Kysely<Schema>,
  list: FailedEventList,
  eventIds: string[],
  { service, account }: Owner,
  timeZone: string,
): Promise<EventState[]> {
  const { rows } = await sql<Row>`
    with fact as (
      select item.event_id, item.id as item_id, run.who, item.settled_at as at,
        case when item.state = 'queued' then 'sending' else item.state end as state
      from replay_item item join replay_run run on run.id = item.run_id
      where item.service = ${service} and item.list = ${list}
        and item.event_id = any(${eventIds}::text[])
        and run.account = ${account} and run.started_at is not null
      union all
      select event_id, null, who, at, 'handled' from handled_event
      where service = ${service} and account = ${account} and list = ${list}
        and event_id = any(${eventIds}::text[])
    ), reached as (
      select distinct on (event_id) event_id, state,
        case when state <> 'sending' then at end as at, case when state <> 'sending' then who end as who
      from fact
      where state = any(${PRECEDENCE}::text[])
      order by event_id, array_position(${PRECEDENCE}::text[], state), at desc
    ), newest_failure as (
      select distinct on (event_id) event_id, item_id from fact where state = 'failed_again'
      order by event_id, at desc, item_id desc
    )
    select reached.*, (
      select json_build_object('status', status, 'error', error, 'cause', cause)
      from replay_attempt attempt where attempt.item_id = newest_failure.item_id
      order by attempt.id desc limit 1
    ) as failure
    from reached left join newest_failure using (event_id)
  `.execute(db)
  return rows.map(row => ({ ...row, at: row.at && stampIn(row.at, timeZone) }))
}

const PRECEDENCE: EventStateName[] = ['sending', 'delivered', 'handled', 'failed_again']

/**
 * A text that changes whenever the state of any event of the list may have changed. It is much
 * cheaper than the states, which dashboards would otherwise load again every few seconds.
 */
export async function eventStatesVersion(
  db: Kysely<Schema>,
  list: FailedEventList,
  { service, account }: Owner,
): Promise<string> {
  const { rows } = await sql<{ facts: string }>`
    select concat_ws(' ',
      -- Every transaction that settles an item writes the row of its run, and so changes its xmin. Its
      -- open items and times stay the same when a late 200 overrides a failure.
      (select concat_ws(' ', count(*), sum(xmin::text::bigint))
        from replay_run
        where service = ${service} and account = ${account} and list = ${list}
          and started_at is not null),
      (select concat_ws(' ', count(*), max(at)) from handled_event
        where service = ${service} and account = ${account} and list = ${list})
    ) as facts
  `.execute(db)
  const facts = rows[0]?.facts ?? ''
  return createHash('sha256').update(facts).digest('base64url').slice(0, 22)
}

/** The marks that an account may have. Old ones are deleted with the replays of their time. */
export const MAX_MARKS = 200_000

/**
 * Marks events as dealt with in another way than by a replay. Those that are marked already keep who
 * marked them first. Those that a replay has delivered are not marked, because they need no mark.
 *
 * @throws HttpError 409 if the account has too many marks
 */
export async function markHandled(
  db: Kysely<Schema>,
  { service, account, who }: Owner,
  list: FailedEventList,
  events: Pick<ListedEvent, 'id' | 'failed_at'>[],
): Promise<Omit<HandledEventsChanged, 'not_listed'>> {
  const eventIds = events.map(({ id }) => id)
  const failedAt = events.map(({ failed_at }) => failed_at)
  const { marks } = await db
    .selectFrom('handled_event')
    .select(sql<number>`count(*)::integer`.as('marks'))
    .where('service', '=', service)
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  if (marks + eventIds.length > MAX_MARKS) throw detailError(409, TOO_MANY)
  const { rows } = await sql<{ event_id: string; is_marked: boolean }>`
    with delivered as (
      select distinct item.event_id
      from replay_item item join replay_run run on run.id = item.run_id
      where item.service = ${service} and item.list = ${list}
        and item.event_id = any(${eventIds}::text[]) and item.state = 'delivered'
        and run.account = ${account} and run.started_at is not null
    ), marked as (
      insert into handled_event (service, account, list, event_id, who, failed_at)
      select distinct on (event_id) ${service}, ${account}, ${list}, event_id, ${who}, failed_at
      from unnest(${eventIds}::text[], ${failedAt}::timestamptz[]) as event (event_id, failed_at)
      where event_id is not null and event_id not in (select event_id from delivered)
      on conflict do nothing
      returning event_id
    )
    select event_id, true as is_marked from marked
    union all select event_id, false from delivered
  `.execute(db)
  const changed = rows.flatMap(row => (row.is_marked ? row.event_id : []))
  return { changed, delivered: rows.length - changed.length }
}

const TOO_MANY = `No event was marked, because your account can have at most ${MAX_MARKS.toLocaleString('en')} events marked as handled. Mark some of the others as still missing, then try again.`

/** Takes back the marks of events. */
export async function unmarkHandled(
  db: Kysely<Schema>,
  { service, account }: Owner,
  list: FailedEventList,
  eventIds: string[],
): Promise<Omit<HandledEventsChanged, 'not_listed'>> {
  const unmarked = await db
    .deleteFrom('handled_event')
    .where('service', '=', service)
    .where('account', '=', account)
    .where('list', '=', list)
    .where('event_id', '=', sql<string>`any(${eventIds}::text[])`)
    .returning('event_id')
    .execute()
  return { changed: unmarked.map(({ event_id }) => event_id), delivered: 0 }
}

type Days = { from: CalendarDate; until: CalendarDate }

/**
 * Counts the events of each day that a replay has delivered or a person has marked as handled. The
 * day is the one that the service lists the event under: that of its failure in `timeZone`, or the
 * day of a run that covers one day only. Other events are not counted.
 *
 * @param until the first day that is not counted
 */
export async function recoveredDays(
  db: Kysely<Schema>,
  list: FailedEventList,
  { from, until }: Days,
  { service, account }: Pick<Owner, 'service' | 'account'>,
  timeZone: string,
): Promise<RecoveredDay[]> {
  const { rows } = await sql<RecoveredDay>`
    with settled as (
      select item.event_id, coalesce(
          (item.failed_at at time zone ${timeZone})::date,
          case when run.to_date::date - run.from_date::date = 1 then run.from_date::date end
        ) as day, true as is_delivered
      from replay_run run join replay_item item on item.run_id = run.id
      where run.service = ${service} and run.account = ${account} and run.list = ${list}
        and run.started_at is not null and run.from_date < ${until} and run.to_date > ${from}
        and item.state = 'delivered'
      union all
      select event_id, (failed_at at time zone ${timeZone})::date as day, false as is_delivered
      from handled_event
      where service = ${service} and account = ${account} and list = ${list}
    )
    select day::text as day, count(distinct event_id)::integer as count,
      (count(distinct event_id) - count(distinct event_id) filter (where is_delivered))::integer as handled
    from settled
    where day >= ${from}::date and day < ${until}::date
    group by day order by day
  `.execute(db)
  return rows
}
