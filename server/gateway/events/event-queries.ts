import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type EarlierEvents,
  EVENT_COLUMNS,
  type EventColumn,
  type EventsChart,
  type EventsOrder,
  type StateCounts,
} from '../../../contract/events.ts'
import type { EventsFilter, StateFilter } from '../../../contract/events-filter.ts'
import { readSort } from '../../../contract/pages/sort-order.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import type { Schema } from '../../database/schema.ts'
import type { Owner } from '../session/caller.ts'
import {
  type Criteria,
  type EventSource,
  eventSource,
  isNarrowed,
  matchesSql,
  type OwnState,
} from './event-source.ts'
import { isOfDays } from './reading/mirror-store.ts'

export type RangeFilter = {
  criteria: Criteria
  state: StateFilter
  /** The number of events of the range. */
  of: number
}

export type EventsQuery = RangeFilter & {
  sort: EventsOrder | undefined
  offset: number
  size: number
}

/** Events by their ids and ordinals, in their order. */
export type EventNames = { ids: string[]; ordinals: number[] }

/** The events that match, by state, and the state filter that lists them. */
export type Matches = { states: StateCounts; state: StateFilter }

export async function countMatches(
  source: EventSource,
  rangeFilter: RangeFilter,
): Promise<Matches> {
  const { criteria, of, state } = rangeFilter
  if (!isNarrowed(criteria)) {
    const { delivered, handled } = source.recovered
    // Events may have been stored since the range was counted.
    const all = Math.max(of, delivered + handled)
    return { state, states: { missing: all - delivered - handled, delivered, handled, all } }
  }
  const rows = await source.rows(sql<OwnCount>`
    select ${source.ownState} as own, count(*) from ${source.from(criteria)}
    where ${source.isInRange} and ${matchesSql(source, criteria)} group by 1
  `)
  return { state, states: toStateCounts(rows) }
}

export type OwnCount = { own: OwnState; count: number }

export function toStateCounts(rows: OwnCount[]): StateCounts {
  const counts = { missing: 0, delivered: 0, handled: 0 }
  for (const { own, count } of rows) counts[own] = count
  return { ...counts, all: counts.missing + counts.delivered + counts.handled }
}

/** Counts the matching events, and returns the names of one page of them in their order. */
export async function matchingEvents(
  source: EventSource,
  query: EventsQuery,
): Promise<Matches & EventNames> {
  if (isNarrowed(query.criteria)) return narrowedEvents(source, query)
  const matches = await countMatches(source, query)
  return { ...matches, ...(await listedEvents(source, query)) }
}

/** Tests all events once, because that takes long. Those that match are fewer. */
async function narrowedEvents(
  source: EventSource,
  query: EventsQuery,
): Promise<Matches & EventNames> {
  const { state, offset, size } = query
  const { from, isInRange, ownState } = source
  const { key, direction, column } = sortOf(source, query.sort)
  const isListed = hasState({ ownState: sql`own` }, state)
  const rows = await source.rows(sql<StateCounts & EventNames>`
    with matching as materialized (
      select event.event_id, event.ordinal, event.day, event.position, ${key} as key, ${ownState} as own
      from ${from(query.criteria, column)} where ${isInRange} and ${matchesSql(source, query.criteria)}
    ), page as (
      select event_id, ordinal, row_number() over () as place from (
        select event_id, ordinal from matching where ${isListed}
        order by key ${direction}, day desc, position, event_id, ordinal
        limit ${size} offset ${offset}
      ) named
    )
    select ${STATE_COUNTS},
      array(select event_id from page order by place) as ids,
      array(select ordinal from page order by place) as ordinals
    from matching
  `)
  const { ids = [], ordinals = [], ...states } = rows[0] ?? NO_MATCHES
  return { state, states, ids, ordinals }
}

/** `StateCounts` of a table with the column "own". */
const STATE_COUNTS = sql`count(*) filter (where own = 'missing') as missing,
  count(*) filter (where own = 'delivered') as delivered,
  count(*) filter (where own = 'handled') as handled, count(*) as "all"`

const NO_MATCHES = { missing: 0, delivered: 0, handled: 0, all: 0, ids: [], ordinals: [] }

/** Returns the names of one page of the matching events, in their order. */
export async function listedEvents(
  source: EventSource,
  { criteria, state, sort, offset, size }: EventsQuery,
): Promise<EventNames> {
  const { key, direction, column } = sortOf(source, sort)
  // As JSON, which is many times faster to read than rows.
  const rows = await source.rows(sql<EventNames>`
    select coalesce(json_agg(event_id order by place), '[]') as ids,
      coalesce(json_agg(ordinal order by place), '[]') as ordinals
    from (
      select event_id, ordinal, row_number() over () as place from (
        select event.event_id, event.ordinal from ${source.from(criteria, column, state)}
        where ${source.isInRange} and ${matchesSql(source, criteria)} and ${hasState(source, state)}
        order by ${key} ${direction}, event.day desc, event.position, event.event_id, event.ordinal
        limit ${size} offset ${offset}
      ) named
    ) page
  `)
  return rows[0] ?? { ids: [], ordinals: [] }
}

/** The page of the events that match which has the event with this key; null if it is on none. */
export async function pageOfEvent(
  source: EventSource,
  query: EventsQuery,
  eventKey: string,
): Promise<number | null> {
  const { criteria, state, size } = query
  const { key, isAscending, column } = sortOf(source, query.sort)
  const listedIn = (state: StateFilter) => sql`from ${source.from(criteria, column, state)}
    where ${source.isInRange} and ${matchesSql(source, criteria)} and ${hasState(source, state)}`
  const id = eventKey.replace(/~\d+$/, '')
  const events = await source.rows(sql<Listed>`
    select ${key}::text as key, event.day::text, event.position, event.event_id, event.ordinal ${listedIn(state)}
      and event.event_id in (${eventKey}, ${id})
      and ${eventKey} = event.event_id || case when event.ordinal = 1 then '' else '~' || event.ordinal end
  `)
  const [event] = events
  if (event === undefined) return null
  const { day, position, event_id, ordinal } = event
  // Few indexes have all columns of the order, so PostgreSQL counts faster by one after the other.
  const inKey = event.key === null ? sql`${key} is null` : sql`${key} = ${event.key}`
  const inDay = sql`${inKey} and event.day = ${day}`
  const before = [
    event.key === null
      ? sql`${key} is not null`
      : sql`${key} ${isAscending ? sql`<` : sql`>`} ${event.key}`,
    sql`${inKey} and event.day > ${day}`,
    sql`${inDay} and event.position < ${position}`,
    sql`${inDay} and event.position = ${position}
      and (event.event_id, event.ordinal) < (${event_id}, ${ordinal})`,
  ]
  const countIn = (listed: RawBuilder<unknown>) => {
    const counts = before.map(part => sql`(select count(*) ${listed} and ${part})`)
    return sql`(${sql.join(counts, sql` + `)})`
  }
  // Most events are missing, so the others are counted and subtracted.
  const count =
    state === 'missing' && !isNarrowed(criteria)
      ? sql`${countIn(listedIn('all'))} - ${countIn(sql`from ${source.from(criteria, column)}
          where ${source.isInRange} and state.own <> 'missing'`)}`
      : countIn(listedIn(state))
  const rows = await source.rows(sql<{ count: number }>`select ${count} as count`)
  return Math.floor((rows[0]?.count ?? 0) / size) + 1
}

type Listed = {
  key: string | null
  day: string
  position: number
  event_id: string
  ordinal: number
}

/** Whether the service gives the payload of any event of the range. True if the range has no event. */
export async function hasPayloads({ db, isInRange }: EventSource): Promise<boolean> {
  // Most services give all, so the newest event answers it.
  const { rows } = await sql<{ has_payloads: boolean }>`
    select exists (
      select from listed_event event where ${isInRange} and has_payload
      order by day desc, position desc limit 1
    ) or not exists (select from listed_event event where ${isInRange}) as has_payloads
  `.execute(db)
  return rows[0]?.has_payloads ?? true
}

export function hasState(
  { ownState }: Pick<EventSource, 'ownState'>,
  state: StateFilter,
): RawBuilder<boolean> {
  if (state === 'all') return sql<boolean>`true`
  // PostgreSQL takes a value for rare if it is equal to a constant, and most events are missing.
  if (state === 'missing')
    return sql<boolean>`case ${ownState} when 'missing' then true else false end`
  return sql<boolean>`${ownState} = ${state}`
}

/**
 * Events without a value come last in either direction. Events with the same value stay as the service lists
 * them: by day and position.
 */
function sortOf(source: EventSource, sort: EventsOrder | undefined) {
  const { column, direction } = readSort(sort, EVENT_COLUMNS, NEWEST_FIRST)
  const { key, canBeNull } = sortKey(source, column)
  // Only without `nulls last` can PostgreSQL read an index in both directions.
  const nulls = canBeNull ? sql`nulls last` : sql``
  const isAscending = direction === 'ascending'
  return {
    key,
    column,
    isAscending,
    direction: sql`${isAscending ? sql`asc` : sql`desc`} ${nulls}`,
  }
}

const NEWEST_FIRST = { column: 'failed_at', direction: 'descending' } as const

function sortKey(
  { keys }: EventSource,
  column: EventColumn,
): { key: RawBuilder<unknown>; canBeNull: boolean } {
  switch (column) {
    case 'failed_at':
      return { key: sql`event.at`, canBeNull: true }
    case 'company':
      return { key: sql`event.company_key collate "C"`, canBeNull: false }
    case 'caller':
      return { key: sql`event.caller_key collate "C"`, canBeNull: true }
    case 'cause':
    case 'receiver':
      return { key: sql`${keys[column]} collate "C"`, canBeNull: false }
  }
}

export type Bar = EventsChart['results'][number]

/**
 * The part of time that an event failed in: 1 between the first two `starts`, 0 before them; null if its time is
 * unknown.
 */
export function partOfTime(starts: Date[]): RawBuilder<number | null> {
  return sql<
    number | null
  >`width_bucket(event.at, ${starts.map(start => start.toISOString())}::timestamptz[])`
}

/** The bars between `starts`, some of which have events. */
export function barsBetween(starts: Date[], counted: (Bar & { part: number })[]): Bar[] {
  const bars = Array.from({ length: starts.length - 1 }, () => ({ count: 0, missing: 0 }))
  for (const { part, count, missing } of counted) {
    const bar = bars[part - 1]
    if (bar !== undefined) Object.assign(bar, { count, missing })
  }
  return bars
}

/** How many matching events failed between each two of `starts`. Events outside are not counted. */
export async function chartOf(
  source: EventSource,
  criteria: Criteria,
  starts: Date[],
): Promise<Bar[]> {
  const rows = await source.rows(sql<Bar & { part: number }>`
    select ${partOfTime(starts)} as part, count(*),
      count(*) filter (where ${hasState(source, 'missing')}) as missing
    from ${source.from(criteria)}
    where ${source.isInRange} and ${matchesSql(source, criteria)} and event.at is not null
    group by part
  `)
  return barsBetween(starts, rows)
}

type Earlier = {
  caller: Owner
  /** The id of the account's copy of the list. */
  mirrorId: number
  /** Its range is the one of the later events. */
  filter: EventsFilter
  from: CalendarDate
}

/** What the copy has of the days from `from` until before a range. Reads nothing from the service. */
export async function earlierEvents(
  { db, timeZone }: { db: Kysely<Schema>; timeZone: string },
  { caller, mirrorId, filter, from }: Earlier,
): Promise<EarlierEvents> {
  const range = { list: filter.list, from_date: from, to_date: filter.from_date }
  const source = await eventSource(db, caller, mirrorId, range, timeZone)
  // The filter's times belong to the first and last day of the range.
  const { from_time: _, to_time: __, ...criteria } = filter
  const rows = await source.rows(sql<EarlierEvents>`
    select (
      select count(*) from ${source.from(criteria, undefined, 'missing')}
      where ${source.isInRange} and ${matchesSql(source, criteria)} and ${hasState(source, 'missing')}
    ) as missing, (
      select count(*) filter (where complete_at is not null) >= ${range.to_date}::date - ${from}::date
      from event_mirror_day where mirror_id = ${mirrorId} and ${isOfDays(range)}
    ) as is_complete
  `)
  return rows[0] ?? { missing: 0, is_complete: false }
}
