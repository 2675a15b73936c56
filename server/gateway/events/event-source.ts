import { type Kysely, type RawBuilder, sql } from 'kysely'
import { receiverLabel } from '../../../contract/event/receiver-of.ts'
import type { EventColumn, GroupBy } from '../../../contract/events.ts'
import {
  EVENT_FILTERS,
  type EventFilter,
  type EventsFilter,
  type StateFilter,
} from '../../../contract/events-filter.ts'
import { trackingNumberKeys } from '../../../contract/receiver.ts'
import { normaliseText } from '../../../contract/text/normalise-text.ts'
import type { Schema } from '../../database/schema.ts'
import { type Account, isOfAccount } from '../session/caller.ts'
import type { EventRange } from './event-parameters.ts'
import { searchSql, searchTerms } from './event-search.ts'
import { ownStatesAmong, plannedReplays, statesAmong, waitingAmong } from './event-states-sql.ts'
import { keyOf } from './reading/event-facts.ts'

/** The events of a range of an account's list, with what became of them, as parts of a query. */
export type EventSource = {
  db: Kysely<Schema>
  /**
   * The rows of a query with `from` or `facets`. PostgreSQL expects few events in days whose events were copied after
   * its last statistics, and would compare each event with each group or state: for 20,000 events, that took longer than
   * a query may. Where there are many more, it has to join them by hash, which reads whole tables: join lists of values
   * and subqueries that find their rows by an index.
   */
  rows: <Row>(query: RawBuilder<Row>) => Promise<Row[]>
  /**
   * `listed_event` as "event", joined with what became of them and with the receivers of tracking numbers as far as the
   * query needs them. PostgreSQL leaves out a join that a query doesn't use, but still reads the wide rows of all events.
   *
   * @param column that the query sorts by
   * @param state the filter of all its conditions on states; undefined if it needs all states
   */
  from: (criteria: Criteria, column?: EventColumn, state?: StateFilter) => RawBuilder<unknown>
  /** A few events, joined with "became" (`statesAmong`) and "waiting" (`waitingAmong`). */
  fromAmong: (ids: string[]) => RawBuilder<unknown>
  /** The events that running replays will send: `plannedReplays`. */
  planned: RawBuilder<unknown>
  isInRange: RawBuilder<boolean>
  /** How many events of the range are in these states. */
  recovered: Record<Exclude<OwnState, 'missing'>, number>
  /** Whether a replay of any of them failed, so that its cause is another than the service's. */
  hasFailures: boolean
  /** What filters compare, as texts. */
  values: Record<EventFilter, RawBuilder<string>>
  /** Values as `normaliseText` writes them. */
  keys: Record<GroupBy, RawBuilder<string>>
  /** The keys that are columns with an index. */
  indexed: Partial<Record<EventFilter, RawBuilder<string>>>
  facets: Facets
  /** Where a replay goes; null if that is unknown. */
  receiverUrl: RawBuilder<string | null>
  /** The state filter that lists an event, apart from "all". */
  ownState: RawBuilder<OwnState>
  /** When the clocks of the service show a time of the first and of the last day. */
  moments: Record<'first' | 'last', (time: string) => RawBuilder<Date>>
}

/**
 * Events with the same facet and the same newest failure have the same `values`. Both are numbers, by which events are
 * counted many times faster than by texts. The texts are joined with the counts.
 */
export type Facets = {
  /** What the common table "event" has, for `countedByFacet`. */
  columns: RawBuilder<unknown>
  /** The common table "facet", which has "facet" and "failure", joined with what `values` need. */
  from: RawBuilder<unknown>
}

/**
 * What the common table "event" has, by facet, failure and own state. PostgreSQL would sort all events to count them by
 * three columns, but few of them have a state.
 */
export function countedByFacet(
  aggregates: RawBuilder<unknown>,
  needsStates = true,
): RawBuilder<unknown> {
  const missing = sql`select facet, 0 as failure, 'missing' as own, ${aggregates} from event`
  if (!needsStates) return sql`${missing} group by facet`
  return sql`${missing} where not is_stated group by facet
    union all select facet, failure, own, ${aggregates} from event where is_stated group by facet, failure, own`
}

export type OwnState = 'missing' | 'delivered' | 'handled'

/**
 * States and receivers are joined as lists of values: other tables would keep PostgreSQL from searching the events
 * in parallel.
 *
 * @param mirrorId of the account's copy of the list
 */
export async function eventSource(
  db: Kysely<Schema>,
  owner: Account,
  mirrorId: number,
  range: EventRange,
  timeZone: string,
  became?: StatesInRange,
): Promise<EventSource> {
  const [receivers, { rows, states }] = await Promise.all([
    receiversOfNumbers(db, owner),
    became ?? statesInRange(db, owner, mirrorId, range),
  ])
  const hasReceivers = receivers.numbers.length > 0
  // Most ranges have none, and then only the events that match are joined.
  const hasFailures = states.statuses.length > 0
  // "distinct" tells PostgreSQL that numbers and ids are unique. Otherwise it makes a hash table of all events.
  const joinedReceivers = hasReceivers
    ? sql`left join (
          select distinct on (number) * from unnest(${receivers.numbers}::text[], ${receivers.urls}::text[],
            ${receivers.labels}::text[], ${receivers.keys}::text[]) as setting (number, url, label, key)
        ) setting on setting.number =
          case when event.callback_url is null then ${trackingNumberKeySql(sql`event.tracking_number`)} end`
    : sql``
  const joinedFailures = hasFailures
    ? sql`left join unnest(${states.causes}::text[], ${states.keys}::text[],
          ${states.statuses}::text[]) with ordinality as state (cause, key, status, failure) using (failure)`
    : sql``
  const joinedStates = sql`left join (
      select distinct on (event_id) * from unnest(${states.ids}::text[], ${states.owns}::text[],
        ${states.failures}::bigint[]) as own_state (event_id, own, failure) ${joinedFailures}
    ) state on state.event_id = event.event_id`
  return {
    db,
    rows,
    from: ({ receiver, receivers, q, cause, status }, column, state) => {
      const needsFailures = column === 'cause' || (cause ?? status ?? q)
      const needsStates = state !== 'all' || (hasFailures && needsFailures)
      const needsReceivers = column === 'receiver' || (receiver ?? receivers ?? q)
      return sql`listed_event event ${needsStates ? joinedStates : sql``}
        ${needsReceivers ? joinedReceivers : sql``}`
    },
    // PostgreSQL would rather look through days of which it has no statistics. With "offset 0", it looks up the ids.
    fromAmong: ids => sql`(
          select * from listed_event
          where mirror_id = ${mirrorId} and event_id = any(${ids}::text[]) offset 0
        ) event
        left join ${statesAmong(ids, range.list, owner)} became on became.event_id = event.event_id
        left join ${waitingAmong(ids, range.list, owner)} waiting on waiting.event_id = event.event_id
        ${joinedReceivers}`,
    planned: plannedReplays(range.list, owner),
    isInRange: isInDays(mirrorId, range),
    recovered: states.counts,
    hasFailures,
    facets: {
      columns: sql`event.facet, coalesce(state.failure, 0) as failure, coalesce(state.own, 'missing') as own,
        state.event_id is not null as is_stated`,
      from: sql`facet
        cross join lateral (
          select company, company_key, cause, cause_key, receiver, receiver_key, kind, status, has_outcome,
            callback_url, tracking_number
          from listed_event listed where listed.mirror_id = ${mirrorId} and listed.facet = facet.facet limit 1
        ) as event ${joinedFailures} ${joinedReceivers}`,
    },
    values: {
      cause: hasFailures
        ? sql<string>`coalesce(state.cause, event.cause)`
        : sql<string>`event.cause`,
      receiver: hasReceivers
        ? sql<string>`coalesce(setting.label, event.receiver)`
        : sql<string>`event.receiver`,
      company: sql<string>`event.company`,
      kind: sql<string>`event.kind`,
      status: hasFailures ? sql<string>`coalesce(state.status, ${LISTED_STATUS})` : LISTED_STATUS,
    },
    keys: {
      company: sql<string>`event.company_key`,
      cause: hasFailures
        ? sql<string>`coalesce(state.key, event.cause_key)`
        : sql<string>`event.cause_key`,
      receiver: hasReceivers
        ? sql<string>`coalesce(setting.key, event.receiver_key)`
        : sql<string>`event.receiver_key`,
    },
    indexed: {
      company: sql<string>`event.company_key`,
      ...(!hasFailures && { cause: sql<string>`event.cause_key` }),
      ...(!hasReceivers && { receiver: sql<string>`event.receiver_key` }),
    },
    receiverUrl: hasReceivers
      ? sql<string | null>`coalesce(event.callback_url, setting.url)`
      : sql<string | null>`event.callback_url`,
    ownState: sql<OwnState>`coalesce(state.own, 'missing')`,
    moments: {
      first: time => sql`(${range.from_date}::date + ${time}::time) at time zone ${timeZone}`,
      last: time => sql`(${range.to_date}::date - 1 + ${time}::time) at time zone ${timeZone}`,
    },
  }
}

function isInDays(mirrorId: number, { from_date, to_date }: EventRange): RawBuilder<boolean> {
  return sql<boolean>`event.mirror_id = ${mirrorId}
    and event.day >= ${from_date}::date and event.day < ${to_date}::date`
}

export type StatesInRange = Pick<EventSource, 'rows'> & {
  states: Awaited<ReturnType<typeof statesOf>>
}

/** What became of the events of a range, and how queries about them are made, for `eventSource`. */
export async function statesInRange(
  db: Kysely<Schema>,
  owner: Account,
  mirrorId: number,
  range: EventRange,
): Promise<StatesInRange> {
  const ids = sql`select event.event_id from listed_event event where ${isInDays(mirrorId, range)}`
  const rows = await rowsOf(db, ids)
  return { rows, states: await statesOf(rows, ownStatesAmong(ids, range.list, owner)) }
}

/** Where PostgreSQL expects as many events, it doesn't compare each with each. */
const MANY_EVENTS = 1_000

/** How queries about events are made: by hash joins if there are many, and PostgreSQL expects few. */
async function rowsOf(
  db: Kysely<Schema>,
  events: RawBuilder<unknown>,
): Promise<EventSource['rows']> {
  type Plan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }
  const { rows: plans } = await sql<Plan>`explain (format json) ${events}`.execute(db)
  const expected = plans[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  if (expected < MANY_EVENTS) {
    const { rows } = await sql`select from (${events} offset ${MANY_EVENTS} limit 1) more`.execute(
      db,
    )
    if (rows.length > 0) {
      return query =>
        db.transaction().execute(async trx => {
          await sql`set local enable_nestloop = off`.execute(trx)
          return (await query.execute(trx)).rows
        })
    }
  }
  return async query => (await query.execute(db)).rows
}

const LISTED_STATUS = sql<string>`case when event.has_outcome
  then coalesce(event.status::text, 'No answer') else 'Unknown' end`

type StateRow = { event_id: string; own: OwnState; cause: string | null; status: string | null }

/** What became of events, as columns. `failures` are places in `causes` and `statuses`, from 1. */
async function statesOf(read: EventSource['rows'], states: RawBuilder<unknown>) {
  const rows = await read(sql<StateRow>`select * from ${states} state`)
  const causes: (string | null)[] = []
  const statuses: string[] = []
  const places = new Map<string, number>()
  const counts = { missing: 0, delivered: 0, handled: 0 }
  for (const { own } of rows) counts[own]++
  const failures = rows.map(({ cause, status }) => {
    if (status === null) return null
    const key = `${status} ${cause}`
    const place = places.get(key) ?? statuses.push(status)
    causes[place - 1] = cause
    places.set(key, place)
    return place
  })
  return {
    ids: rows.map(row => row.event_id),
    owns: rows.map(row => row.own),
    counts,
    failures,
    causes,
    keys: causes.map(cause => cause && normaliseText(cause)),
    statuses,
  }
}

export type ReceiversOfNumbers = Awaited<ReturnType<typeof receiversOfNumbers>>

/** The receivers of events that name none, by tracking number in both forms of trackingNumberKeys. */
export async function receiversOfNumbers(db: Kysely<Schema>, { service, account }: Account) {
  const settings = await db
    .selectFrom('receiver_setting')
    .select(['tracking_number', 'url'])
    .where(isOfAccount({ service, account }))
    .execute()
  const urls = new Map(settings.map(({ tracking_number, url }) => [tracking_number, url]))
  for (const { tracking_number, url } of settings) {
    const [, other] = trackingNumberKeys(tracking_number)
    if (other !== undefined && !urls.has(other)) urls.set(other, url)
  }
  const labels = Array.from(urls.values(), receiverLabel)
  return {
    numbers: [...urls.keys()],
    urls: [...urls.values()],
    labels,
    keys: labels.map(normaliseText),
  }
}

export type Criteria = Pick<EventsFilter, 'q' | 'from_time' | 'to_time' | EventFilter> & {
  /** Any of these, instead of a receiver. */
  receivers?: string[]
  /** Any of these. */
  ids?: string[] | undefined
}

/** Whether a search, a time of day or a filter leaves events out. */
export function isNarrowed(criteria: Criteria): boolean {
  const { from_time, to_time, receivers, ids, q = '' } = criteria
  const others = [from_time, to_time, receivers, ids]
  if (others.some(one => one !== undefined)) return true
  return filtersOf(criteria).length > 0 || searchTerms(q).length > 0
}

function filtersOf(criteria: Criteria): EventFilter[] {
  return EVENT_FILTERS.filter(filter => criteria[filter] !== undefined)
}

/**
 * Whether an event matches the search, the times and the filters, except one of the filters if there is an `exception`.
 * An event without a time of failure matches no time.
 */
export function matchesSql(
  source: EventSource,
  criteria: Criteria,
  exception?: EventFilter,
): RawBuilder<boolean> {
  const { values, keys, moments } = source
  const filters = filtersOf(criteria)
    .filter(filter => filter !== exception)
    .map(filter => hasValue(source, filter, storable(criteria[filter] ?? '')))
  const words = searchSql(searchTerms(criteria.q ?? ''), {
    words: sql`event.words`,
    digits: sql`event.digits`,
    ...keys,
  })
  const { from_time: first, to_time: last, receivers, ids } = criteria
  const conditions = [
    first !== undefined && sql<boolean>`event.at >= ${moments.first(first)}`,
    last !== undefined && sql<boolean>`event.at < ${moments.last(last)} + interval '1 minute'`,
    ids !== undefined && sql<boolean>`event.event_id = any(${ids}::text[])`,
    ...filters,
    receivers !== undefined &&
      sql<boolean>`${values.receiver} = any(${receivers.map(storable)}::text[])`,
    ...words,
  ].filter(condition => condition !== false)
  return conditions.length === 0 ? sql<boolean>`true` : sql.join(conditions, sql` and `)
}

function hasValue(
  { values, indexed }: EventSource,
  filter: EventFilter,
  value: string,
): RawBuilder<boolean> {
  const key = indexed[filter]
  if (key === undefined) return sql<boolean>`${values[filter]} = ${value}`
  // The index finds the events. PostgreSQL takes two equal values for much rarer than one.
  return sql<boolean>`${key} collate "C" = ${keyOf(value)}
    and case ${values[filter]} when ${value} then true else false end`
}

/** A database text can't contain U+0000 or half a character, so the copy has this character instead. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

/** `trackingNumberKey` as SQL. */
export function trackingNumberKeySql(written: RawBuilder<string>): RawBuilder<string> {
  // Most services write digits only, and regular expressions take many times longer.
  return sql<string>`case when ${written} > '01' and translate(${written}, '0123456789', '') = '' then ${written}
    when ${written} ~ '^\\s*\\+?[0-9\\s().-]+$' and ${written} ~ '[0-9]'
    then regexp_replace(regexp_replace(${written}, '[^0-9]', '', 'g'), '^00', '')
    else btrim(${written}) end`
}
