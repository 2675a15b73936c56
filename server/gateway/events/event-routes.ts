import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import {
  EVENTS_PATH,
  EventGroups,
  EventPlace,
  EventsChart,
  EventsPage,
  FilterChoices,
  type GroupBy,
  NamedEvents,
  type ReadingStatus,
} from '../../../contract/events.ts'
import { type EventFilter, type EventsFilter, MAX_GROUPS } from '../../../contract/events-filter.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { FollowUpFilter } from '../../../contract/follow-up.ts'
import type { Schema } from '../../database/schema.ts'
import { answers, describeRoutes } from '../../http/described.ts'
import { detailError } from '../../http/http-error.ts'
import type { GatewayParts } from '../gateway-dependencies.ts'
import { envelope, toWindow } from '../pagination/gateway-pages.ts'
import { showCopy } from '../route-config.ts'
import { sendLines } from '../send-lines.ts'
import { type Caller, callerOf } from '../session/caller.ts'
import {
  ChartQuery,
  ChoicesQuery,
  type EventRange,
  EventsQuery,
  GroupsQuery,
  PlaceQuery,
  RowsQuery,
} from './event-parameters.ts'
import {
  chartOf,
  countMatches,
  earlierEvents,
  hasPayloads,
  hasState,
  matchingEvents,
  pageOfEvent,
  type RangeFilter,
} from './event-queries.ts'
import {
  type Criteria,
  countedByFacet,
  type EventSource,
  eventSource,
  matchesSql,
  type StatesInRange,
  statesInRange,
} from './event-source.ts'
import { type GroupsOf, pageOfGroups } from './group-queries.ts'
import { allEvents, eventsNamed, toEventTarget, toListedEvent } from './listed-event.ts'
import { countEvents, readingOf } from './reading/mirror-store.ts'
import { lookAtRange, versionOf } from './reading-routes.ts'
import { reportedEvents } from './reported-events.ts'

/** A file may have this many events. */
const MAX_ROWS = 100_000

const NOT_READ =
  'Redial has not read all events of these days yet. Ask again when GET /gateway/events/reading says that they are complete.'

const STOPPED =
  'Somebody stopped reading these days from the service. Read the rest of them on the page of the list first.'

const NO_PAGE = 'There is no such page.'

/** Room for 50,000 ids. */
const NAMED_LIMIT = 4 * 1024 * 1024

/** Lists the gateway's copy of failed events (docs/decisions/0061). */
export const eventRoutes: FastifyPluginAsyncZod<
  GatewayParts & {
    groupsWith: (
      caller: Caller,
      by: GroupBy,
      filter: FollowUpFilter | undefined,
    ) => Promise<GroupsOf>
  }
> = async (app, eventOptions) => {
  const options = { ...eventOptions, counted: countedRanges(eventOptions.db) }
  const { timeZone } = options
  describeRoutes(app, 'Failed events')
  showCopy(app)

  app.get(EVENTS_PATH, {
    schema: {
      operationId: 'listEvents',
      summary: 'Search, filter and sort failed events',
      description:
        'The gateway reads the range from the service while you ask for it, and searches what it has read; `reading` says how much that is. Events have no payload.',
      querystring: EventsQuery,
      response: answers(EventsPage, 'A page of the events that match.'),
      errors: { 404: NO_PAGE },
    },
    handler: async request => {
      const { page, page_size, sort, ...filter } = request.query
      const { source, about, rangeFilter } = await openRange(options, callerOf(request), filter)
      const query = { ...rangeFilter, sort, ...toWindow({ page, page_size }) }
      const [{ states, state, ...names }, has_payloads] = await Promise.all([
        matchingEvents(source, query),
        hasPayloads(source),
      ])
      const rows = await eventsNamed(source, names)
      const results = rows.map(row => toListedEvent(row, timeZone))
      const around = envelope(request, { page, page_size }, { count: states[state], results })
      return { ...about, has_payloads, ...around, state, states, of: rangeFilter.of }
    },
  })

  app.get(`${EVENTS_PATH}/place`, {
    schema: {
      operationId: 'findEvent',
      summary: 'Find the page of the failed events that match which has a given one',
      querystring: PlaceQuery,
      response: answers(EventPlace, 'The page, or null if no page has the event.'),
    },
    handler: async request => {
      const { event, page_size, sort, ...filter } = request.query
      const { source, about, rangeFilter } = await openRange(options, callerOf(request), filter)
      const query = { ...rangeFilter, sort, ...toWindow({ page: 1, page_size }) }
      return { ...about, page: await pageOfEvent(source, query, event) }
    },
  })

  app.get(`${EVENTS_PATH}/choices`, {
    schema: {
      operationId: 'listEventChoices',
      summary: 'Count the events of each value of a filter',
      description: 'Counts together with the search, the state and the other filters.',
      querystring: ChoicesQuery,
      response: answers(FilterChoices, 'The values, the most frequent first.'),
    },
    handler: async request => {
      const { filter, ...criteria } = request.query
      const { source, about, rangeFilter } = await openRange(options, callerOf(request), criteria)
      return { ...about, results: await filterChoices(source, filter, rangeFilter) }
    },
  })

  app.get(`${EVENTS_PATH}/groups`, {
    schema: {
      operationId: 'listEventGroups',
      summary: 'Group failed events by receiver, company or cause',
      querystring: GroupsQuery,
      response: answers(EventGroups, 'A page of the groups of the events that match.'),
      errors: { 404: NO_PAGE },
    },
    handler: async request => {
      const {
        page,
        page_size,
        by,
        sort,
        starts = [],
        follow_up,
        earlier_from,
        ...filter
      } = request.query
      const caller = callerOf(request)
      const [{ mirrorId, source, about, rangeFilter }, only] = await Promise.all([
        openRange(options, caller, filter),
        options.groupsWith(caller, by, follow_up),
      ])
      // Groups say how many of all their events are missing.
      const { state = 'all' } = filter
      const { offset, size } = toWindow({ page, page_size }, MAX_GROUPS)
      const { of } = rangeFilter
      const query = { by, criteria: filter, state, sort, offset, size, starts, only, of }
      const [groups, has_payloads, earlier] = await Promise.all([
        pageOfGroups(source, query, timeZone),
        hasPayloads(source),
        earlier_from && earlierEvents(options, { caller, mirrorId, filter, from: earlier_from }),
      ])
      if (groups.results.length === 0 && page > 1) throw detailError(404, 'Invalid page.')
      return {
        ...{ ...about, has_payloads, ...groups, state, of },
        ...(earlier && { earlier }),
      }
    },
  })

  app.get(`${EVENTS_PATH}/chart`, {
    schema: {
      operationId: 'countEventsByTime',
      summary: 'Count the failed events of each part of a range',
      description: 'Counts the events that match, in any state.',
      querystring: ChartQuery,
      response: answers(EventsChart, 'The counts, the earliest first.'),
    },
    handler: async request => {
      const { starts, ...filter } = request.query
      const { source, about, rangeFilter } = await openRange(options, callerOf(request), filter)
      return { ...about, results: await chartOf(source, rangeFilter.criteria, starts) }
    },
  })

  await app.register(rowRoutes, options)
}

const rowRoutes: FastifyPluginAsyncZod<RangeOptions> = async (app, options) => {
  const { db, timeZone } = options
  app.get(`${EVENTS_PATH}/rows`, {
    schema: {
      operationId: 'downloadEvents',
      summary: 'List all failed events that match',
      description:
        'One JSON object for each event and line, as in a page of events. At most 100,000 events; if more match, the answer is an error.',
      querystring: RowsQuery,
      text: { description: 'The events.', mediaTypes: ['application/x-ndjson'] },
      errors: { 409: 'The range has not been read completely.' },
    },
    handler: async (request, reply) => {
      const { only, sort, part, ...filter } = request.query
      const { source, rangeFilter, about } = await openRange(options, callerOf(request), filter)
      if (!about.reading.is_complete && part === undefined) throw detailError(409, NOT_READ)
      const events = await allEvents(source, { ...rangeFilter, sort }, MAX_ROWS)
      return sendLines(reply, events, rows => {
        if (only === 'report')
          return reportedEvents(db, callerOf(request), filter.list, rows, timeZone)
        const toLine = only === 'targets' ? toEventTarget : toListedEvent
        return rows.map(row => toLine(row, timeZone))
      })
    },
  })

  app.post(`${EVENTS_PATH}/rows`, {
    bodyLimit: NAMED_LIMIT,
    config: { onlyReads: true },
    schema: {
      operationId: 'listNamedEvents',
      summary: 'List failed events by their ids, or those of a replay',
      description:
        'Changes nothing; the ids are too many for an address. The answer is that of GET. Without both, it lists all events that match. If all events with these ids have been read, the rest of the range need not be.',
      body: NamedEvents,
      text: { description: 'The events.', mediaTypes: ['application/x-ndjson'] },
      errors: {
        404: 'There is no such replay.',
        409: 'The range has not been read completely; ask again while it is being read.',
      },
    },
    handler: async (request, reply) => {
      const { run_id, sort, ...filter } = request.body
      const caller = callerOf(request)
      const ids =
        run_id === undefined ? filter.ids : await idsOfRun(db, caller, run_id, filter.list)
      const { source, rangeFilter, about } = await openRange(options, caller, { ...filter, ids })
      if (run_id !== undefined || !(await hasAll(source, filter.ids))) requireWhole(about.reading)
      const events = await allEvents(source, { ...rangeFilter, sort }, MAX_ROWS)
      return sendLines(reply, events, rows => rows.map(row => toListedEvent(row, timeZone)))
    },
  })

  /** Whether events with all of these ids have been read. */
  async function hasAll(source: EventSource, ids: string[] | undefined): Promise<boolean> {
    if (ids === undefined) return false
    const rangeFilter = { criteria: { ids }, state: 'all', of: 0 } as const
    const { states } = await countMatches(source, rangeFilter)
    return states.all >= new Set(ids).size
  }
}

/** @throws HttpError if a range has not been read completely */
function requireWhole({ is_complete, is_stopped, problem }: ReadingStatus['reading']): void {
  if (problem !== null) throw detailError(problem.status, problem.detail)
  if (!is_complete) throw detailError(is_stopped ? 400 : 409, is_stopped ? STOPPED : NOT_READ)
}

type RangeOptions = GatewayParts & { counted: ReturnType<typeof countedRanges> }

/** What each request about a range needs first. */
type CountedRange = {
  /** How many events have been read. */
  read: number
  became: StatesInRange
}

/** In all ranges together. With ids of the usual length, they need some 20 MB. */
const MAX_STATES_KEPT = 100_000

/**
 * Counts ranges and reads the states of their events once while nothing changes. A page that opens asks several
 * questions about a range, and a person who searches it one after the other.
 */
function countedRanges(db: Kysely<Schema>) {
  type Context = { caller: Caller; mirrorId: number; range: EventRange; version: string }
  return new LRUCache<string, CountedRange, Context>({
    max: 100,
    maxSize: MAX_STATES_KEPT,
    sizeCalculation: ({ became }) => became.states.ids.length + 1,
    ttl: 60_000,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _old, { context, options }) => {
      const { caller, mirrorId, range, version } = context
      const [read, became] = await Promise.all([
        countEvents(db, mirrorId, range),
        statesInRange(db, caller, mirrorId, range),
      ])
      // A mark of that moment may be among them. Undoing it would bring back the version that was without it.
      if ((await versionOf(db, caller, mirrorId, range.list)) !== version) options.ttl = 1
      return { read, became }
    },
  })
}

/** @throws HttpError as `lookAtRange` */
async function openRange(
  options: RangeOptions,
  caller: Caller,
  { state = 'all', ...criteria }: EventsFilter & Criteria,
): Promise<{
  /** The id of the account's copy of the list. */
  mirrorId: number
  source: EventSource
  about: Pick<ReadingStatus, 'version' | 'reading'>
  rangeFilter: RangeFilter
}> {
  const { db, timeZone, counted } = options
  const { mirrorId, version } = await lookAtRange(options, caller, criteria)
  const { list, from_date, to_date } = criteria
  const range = { list, from_date, to_date }
  const key = JSON.stringify([mirrorId, from_date, to_date, version])
  const context = { caller, mirrorId, range, version }
  const { read, became } = await counted.forceFetch(key, { context })
  const [reading, source] = await Promise.all([
    readingOf(db, mirrorId, range, timeZone, read),
    eventSource(db, caller, mirrorId, range, timeZone, became),
  ])
  return {
    mirrorId,
    source,
    about: { version, reading },
    rangeFilter: { criteria, state, of: reading.read },
  }
}

/** @throws HttpError 404 if the account has no such run */
async function idsOfRun(
  db: Kysely<Schema>,
  { service, account }: Pick<Caller, 'service' | 'account'>,
  run_id: string,
  list: FailedEventList,
): Promise<string[]> {
  const items = await db
    .selectFrom('replay_item')
    .innerJoin('replay_run', 'replay_run.id', 'replay_item.run_id')
    .where('replay_run.id', '=', run_id)
    .where('replay_item.list', '=', list)
    .where('replay_run.service', '=', service)
    .where('replay_run.account', '=', account)
    .select('replay_item.event_id')
    .execute()
  if (items.length === 0) throw detailError(404, 'There is no such replay.')
  return items.map(({ event_id }) => event_id)
}

/** More values than a person would look through. */
const MAX_CHOICES = 2_000

/** How many events with a value the filter would list, match the other filters, and are in the range. */
type Tally = { value: string; listed: number; matching: number; all: number }

/**
 * All values of a filter in the range, with the number of events that each would list together with the search,
 * the state and the other filters. The most frequent values come first.
 */
async function filterChoices(
  source: EventSource,
  filter: EventFilter,
  rangeFilter: RangeFilter,
): Promise<FilterChoices['results']> {
  const { from, isInRange, values, facets } = source
  const { state } = rangeFilter
  const isListed = hasState({ ownState: sql`own` }, state)
  const needsStates = state !== 'all' || source.hasFailures
  const rows = await source.rows(sql<Tally>`
    with event as not materialized (
      select ${facets.columns}, ${matchesSql(source, rangeFilter.criteria, filter)} as is_match
      from ${from(rangeFilter.criteria)} where ${isInRange}
    ), facet as materialized (
      ${countedByFacet(sql`count(*) as "all", count(*) filter (where is_match) as matching`, needsStates)}
    )
    select ${values[filter]} as value, sum("all")::bigint as "all", sum(matching)::bigint as matching,
      coalesce(sum(matching) filter (where ${isListed}), 0)::bigint as listed
    from ${facets.from} group by 1 order by listed desc, matching desc, 2 desc, 1 limit ${MAX_CHOICES}
  `)
  return rows.map(({ value, listed }) => ({ value, count: listed }))
}
