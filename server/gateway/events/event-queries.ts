import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  EVENT_COLUMNS,
  type EventColumn,
  type EventsOrder,
  type ListedEvent,
  type StateCounts,
  type StateFilter,
} from '../../../contract/events.ts'
import { columnAndDirection } from '../../../contract/replay-part.ts'
import type { Schema } from '../../database/schema.ts'
import {
  type Criteria,
  type EventSource,
  isNarrowed,
  matchesSql,
  type OwnState,
} from './event-source.ts'
import { type EventRow, eventColumns, toListedEvent } from './listed-event.ts'
import { normalisedSql } from './normalised-sql.ts'

/** A search in at most this many events starts with the missing ones. */
const MAX_EVENTS_MISSING_FIRST = 500

/** What an answer says about all events that match. `of` is the number of events of the range. */
export type Matches = { of: number; states: StateCounts; state: StateFilter }

/** How many events of a range the gateway has read. */
export async function countRange(db: Kysely<Schema>, source: EventSource): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from listed_event event where ${source.isInRange}
  `.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Counts the events that match, by state.
 *
 * @param state that a person chose. Otherwise, a search or a filter in a small range lists the missing
 *   events, and all if none of them is missing.
 */
export async function countMatches(
  db: Kysely<Schema>,
  source: EventSource,
  criteria: Criteria,
  chosen: StateFilter | undefined,
): Promise<Matches> {
  const of = await countRange(db, source)
  const states = isNarrowed(criteria)
    ? await countStates(db, source, matchesSql(source, criteria))
    : await countAllStates(db, source, of)
  const usual = missingFirst(of, criteria) && states.missing > 0 ? 'missing' : 'all'
  return { of, states, state: chosen ?? usual }
}

/** Whether a list starts with the missing events, unless a person chose a state. */
export function missingFirst(of: number, criteria: Criteria): boolean {
  return of <= MAX_EVENTS_MISSING_FIRST && isNarrowed(criteria)
}

async function countStates(
  db: Kysely<Schema>,
  { from, isInRange, ownState }: EventSource,
  matches: RawBuilder<boolean>,
): Promise<StateCounts> {
  const { rows } = await sql<{ own: OwnState; count: number }>`
    select ${ownState} as own, count(*) from ${from}
    where ${isInRange} and ${matches} group by own
  `.execute(db)
  return toStateCounts(rows)
}

/** Most events have no state, so those that have one are counted. */
async function countAllStates(
  db: Kysely<Schema>,
  { from, isInRange, ownState }: EventSource,
  of: number,
): Promise<StateCounts> {
  const { rows } = await sql<{ own: OwnState; count: number }>`
    select ${ownState} as own, count(*) from ${from}
    where ${isInRange} and became.event_id is not null group by own
  `.execute(db)
  const { delivered, handled } = toStateCounts(rows)
  return { missing: of - delivered - handled, delivered, handled, all: of }
}

function toStateCounts(rows: { own: OwnState; count: number }[]): StateCounts {
  const counts = { missing: 0, delivered: 0, handled: 0, all: 0 }
  for (const { own, count } of rows) {
    counts[own] += count
    counts.all += count
  }
  return counts
}

/** Whether a state filter lists an event. */
export function hasState({ ownState }: EventSource, state: StateFilter): RawBuilder<boolean> {
  return state === 'all' ? sql<boolean>`true` : sql<boolean>`${ownState} = ${state}`
}

/** The events to list, in their order. */
export type ListQuery = {
  criteria: Criteria
  state: StateFilter
  sort: EventsOrder | undefined
}

/** The matching events of a page. Times are in the service's zone. */
export async function pageOfEvents(
  db: Kysely<Schema>,
  source: EventSource,
  query: ListQuery & { offset: number; size: number },
  timeZone: string,
): Promise<ListedEvent[]> {
  const { from, isInRange } = source
  // The wide rows are read for the events of the page alone.
  const { rows } = await sql<EventRow>`
    with place as (
      select event_id, ordinal, row_number() over () as place from (
        select event.event_id, event.ordinal from ${from}
        where ${isInRange} and ${matchesSql(source, query.criteria)} and ${hasState(source, query.state)}
        order by ${orderOfEvents(source, query.sort)}
        limit ${query.size} offset ${query.offset}
      ) key
    )
    select ${eventColumns(source)} from ${source.fromAmong(sql`select event_id from place`)}
    join place on place.event_id = event.event_id and place.ordinal = event.ordinal
    where ${isInRange}
    order by place.place
  `.execute(db)
  return rows.map(row => toListedEvent(row, timeZone))
}

/** Events without a value come last in either direction. Events with the same value stay as the service lists them. */
export function orderOfEvents(source: EventSource, sort: EventsOrder = '-failed_at') {
  const { column, isDescending } = columnAndDirection(sort, EVENT_COLUMNS)
  const direction = isDescending ? sql`desc nulls last` : sql`asc nulls last`
  return sql`${sortKey(source, column)} ${direction}, ${AS_LISTED}`
}

const AS_LISTED = sql`event.day desc, event.position, event.event_id, event.ordinal`

function sortKey({ values }: EventSource, column: EventColumn): RawBuilder<unknown> {
  switch (column) {
    case 'failed_at':
      return sql`event.at`
    case 'company':
      return sql`event.company_key collate "C"`
    case 'caller':
      return sql`(${normalisedSql(sql`coalesce(event.caller_number, event.tracking_number)`)}) collate "C"`
    case 'cause':
    case 'receiver':
      return sql`(${normalisedSql(values[column])}) collate "C"`
  }
}
