import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type {
  EventState,
  HandledEventsChanged,
  RecoveredDay,
} from '../../../contract/event-state.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { ReplayItem } from '../../../contract/replay.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { detailError } from '../../http/http-error.ts'
import type { ListedEvent } from '../replays/reading/parse-list-page.ts'
import { replaysOfEvents } from '../replays/store/item-views.ts'
import { type Account, isOfAccount, type Owner } from '../session/caller.ts'
import { statesAmong } from './event-states-sql.ts'

type Row = Omit<EventState, 'at' | 'failed_again_at'> & {
  at: Date | null
  failed_again_at: Date | null
}

/**
 * What the account has done about these events, and the latest replay of each. An event has the first of these states that applies: a
 * replay is sending it, has delivered it, a person has marked it, or a replay has failed. So once
 * delivered, it stays delivered, even if it was sent again since and failed.
 */
export async function eventStates(
  db: Kysely<Schema>,
  list: FailedEventList,
  eventIds: string[],
  owner: Account,
  timeZone: string,
): Promise<{ results: EventState[]; replays: ReplayItem[] }> {
  if (eventIds.length === 0) return { results: [], replays: [] }
  const [{ rows }, replays] = await Promise.all([
    sql<Row>`
      select event_id, state, state_at as at, state_who as who, failure, failed_again_at
      from ${statesAmong(eventIds, list, owner)} became
    `.execute(db),
    replaysOfEvents(db, list, eventIds, owner, { timeZone, isLatest: true }),
  ])
  const stamp = (at: Date | null) => at && stampIn(at, timeZone)
  const results = rows.map(row => ({
    ...row,
    at: stamp(row.at),
    failed_again_at: stamp(row.failed_again_at),
  }))
  return { results, replays }
}

/**
 * A text that changes whenever the state of any event of the list may have changed. It is much
 * cheaper than the states, which dashboards would otherwise load again every few seconds.
 */
export async function eventStatesVersion(
  db: Kysely<Schema>,
  list: FailedEventList,
  { service, account }: Account,
): Promise<string> {
  const { rows } = await sql<{ facts: string }>`
    select concat_ws(' ',
      -- Every transaction that settles an item writes the row of its run, and so changes its xmin. Its
      -- open items and times stay the same when a late 200 overrides a failure.
      (select concat_ws(' ', count(*), sum(xmin::text::bigint))
        from replay_run
        where service = ${service} and account = ${account} and (list = ${list} or list is null)
          and started_at is not null),
      (select concat_ws(' ', count(*), max(handled_at)) from event_state
        where service = ${service} and account = ${account} and list = ${list}
          and handled_at is not null)
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
  trx: Transaction<Schema>,
  { service, account, who }: Owner,
  list: FailedEventList,
  events: Pick<ListedEvent, 'id' | 'failed_at'>[],
): Promise<Omit<HandledEventsChanged, 'not_listed'>> {
  const eventIds = events.map(({ id }) => id)
  const failedAt = events.map(({ failed_at }) => failed_at)
  const { marks } = await trx
    .selectFrom('event_state')
    .select(sql<number>`count(*)::integer`.as('marks'))
    .where(isOfAccount({ service, account }))
    .where('handled_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (marks + eventIds.length > MAX_MARKS) throw detailError(409, TOO_MANY)
  const { rows } = await sql<{ event_id: string; is_marked: boolean }>`
    with marked as (
      insert into event_state as stored (service, account, list, event_id, handled_at, handled_by, failed_at)
      select distinct on (event_id) ${service}, ${account}, ${list}, event_id, now(), ${who}, failed_at
      from unnest(${eventIds}::text[], ${failedAt}::timestamptz[]) as event (event_id, failed_at)
      where event_id is not null
      order by event_id
      on conflict (service, account, list, event_id) do update set
        handled_at = excluded.handled_at, handled_by = excluded.handled_by,
        failed_at = coalesce(stored.failed_at, excluded.failed_at)
      where stored.delivered_at is null and stored.handled_at is null
      returning event_id
    )
    select event_id, true as is_marked from marked
    union all
    select event_id, false from event_state
    where service = ${service} and account = ${account} and list = ${list}
      and event_id = any(${eventIds}::text[]) and delivered_at is not null
  `.execute(trx)
  const changed = rows.flatMap(row => (row.is_marked ? row.event_id : []))
  return { changed, delivered: rows.length - changed.length }
}

const TOO_MANY = `No event was marked, because your account can have at most ${MAX_MARKS.toLocaleString('en')} events marked as handled. Mark some of the others as still missing, then try again.`

export async function unmarkHandled(
  trx: Transaction<Schema>,
  { service, account }: Owner,
  list: FailedEventList,
  eventIds: string[],
): Promise<Omit<HandledEventsChanged, 'not_listed'>> {
  const isOfList = sql`state.service = ${service} and state.account = ${account} and state.list = ${list}`
  const { rows } = await sql<{ event_id: string }>`
    with marked as (
      select event_id from event_state state
      where ${isOfList} and event_id = any(${eventIds}::text[]) and handled_at is not null
      order by event_id for update
    )
    update event_state state set handled_at = null, handled_by = null
    from marked where ${isOfList} and state.event_id = marked.event_id
    returning state.event_id
  `.execute(trx)
  const changed = rows.map(({ event_id }) => event_id)
  await sql`
    delete from event_state state
    where ${isOfList} and event_id = any(${changed}::text[])
      and delivered_at is null and failed_again_at is null
  `.execute(trx)
  return { changed, delivered: 0 }
}

type Days = { from: CalendarDate; until: CalendarDate }

/**
 * Counts the events of each day that a replay has delivered or a person has marked as handled. The
 * day is the day under which the service lists the event: the day of its failure in `timeZone`, or
 * the day of a run that covers one day only. Other events are not counted.
 *
 * @param until the first day that is not counted
 */
export async function recoveredDays(
  db: Kysely<Schema>,
  list: FailedEventList,
  { from, until }: Days,
  { service, account }: Account,
  timeZone: string,
): Promise<RecoveredDay[]> {
  const { rows } = await sql<RecoveredDay>`
    with recovered as (
      select coalesce((failed_at at time zone ${timeZone})::date, day) as day, delivered_at
      from event_state
      where service = ${service} and account = ${account} and list = ${list}
        and (delivered_at is not null or handled_at is not null)
        -- For the index. No time zone differs from another by two days.
        and (failed_at between ${from}::date - 2 and ${until}::date + 2
          or (failed_at is null and day >= ${from}::date and day < ${until}::date))
    )
    select day::text as day, count(*)::integer as count,
      (count(*) filter (where delivered_at is null))::integer as handled
    from recovered
    where day >= ${from}::date and day < ${until}::date
    group by recovered.day order by recovered.day
  `.execute(db)
  return rows
}
