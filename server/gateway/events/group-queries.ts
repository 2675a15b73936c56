import { type RawBuilder, sql } from 'kysely'
import {
  type EventGroup,
  type EventGroups,
  GROUP_COLUMNS,
  type GroupBy,
  type GroupsOrder,
  type StateCounts,
} from '../../../contract/events.ts'
import type { StateFilter } from '../../../contract/events-filter.ts'
import { readSort } from '../../../contract/pages/sort-order.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import {
  type Bar,
  barsBetween,
  hasState,
  type OwnCount,
  partOfTime,
  toStateCounts,
} from './event-queries.ts'
import {
  type Criteria,
  countedByFacet,
  type EventSource,
  isNarrowed,
  matchesSql,
} from './event-source.ts'

/** How many companies, causes and receivers of a group are named. */
const MAX_NAMES = 20

/** Only groups with an event of these receivers or companies, or with any other event; null for all groups. */
export type GroupsOf = { receivers: string[]; companies: string[]; isOther: boolean } | null

export type GroupsQuery = {
  by: GroupBy
  criteria: Criteria
  state: StateFilter
  sort: GroupsOrder | undefined
  offset: number
  size: number
  only: GroupsOf
  /** How many events of the range have been read. */
  of: number
  /** Fewer than two for no bars. */
  starts: Date[]
}

type Totals = Pick<EventGroups, 'states' | 'count' | 'events' | 'calls_differ'>

/**
 * A page of the matching events by receiver, company or cause, and the numbers of all groups and events. Times are
 * in the service's zone.
 */
export async function pageOfGroups(
  source: EventSource,
  query: GroupsQuery,
  timeZone: string,
): Promise<Totals & { results: EventGroup[] }> {
  // Many accounts have no AI events, and PostgreSQL needs longer to plan these queries than to run them.
  if (query.of === 0) return { ...NO_GROUPS, states: toStateCounts([]) }
  const [{ states, rows }, planned] = await Promise.all([
    groupRows(source, query),
    query.by === 'receiver' && query.state === 'missing' ? plannedEvents(source, query) : [],
  ])
  const [first] = rows
  if (first === undefined) return { ...NO_GROUPS, states }
  const stamp = (at: Date | null) => at && stampIn(at, timeZone)
  const { count, all_events: events } = first
  const calls_differ = rows.some(row => row.calls !== row.events)
  return {
    ...{ states, count, events, calls_differ },
    results: rows.map(
      ({ name, events, missing, failed_again, calls, has_receiver, of, ...row }) => ({
        ...{ name, events, missing, failed_again, calls, has_receiver, of, ...row.names },
        planned: planned.flatMap(({ receiver, ...one }) => (receiver === name ? one : [])),
        first: stamp(row.first),
        last: stamp(row.last),
        bars: barsBetween(query.starts, row.bars),
      }),
    ),
  }
}

const NO_GROUPS = { count: 0, events: 0, calls_differ: false, results: [] }

type GroupRow = Pick<Totals, 'count'> &
  Pick<
    EventGroup,
    'name' | 'events' | 'missing' | 'failed_again' | 'calls' | 'has_receiver' | 'of'
  > & {
    all_events: number
    first: Date | null
    last: Date | null
    /** The most frequent ones. */
    names: Pick<EventGroup, 'companies' | 'causes' | 'receivers'>
    bars: (Bar & { part: number })[]
  }

/** Events outside the parts of time count in the nearest one. */
async function groupRows(
  source: EventSource,
  { by, criteria, state, sort, offset, size, only, starts }: GroupsQuery,
): Promise<{ states: StateCounts; rows: GroupRow[] }> {
  const { from, isInRange, values, keys, facets } = source
  const parts = starts.length - 1
  const isListed = hasState({ ownState: sql`own` }, state)
  // Failed replays change nothing but causes.
  const key = by === 'cause' && source.hasFailures ? sql`facet, failure` : sql`facet`
  // Reading the narrow index again is faster than storing the events in between; a search isn't.
  const storage = isNarrowed(criteria) ? sql`materialized` : sql`not materialized`
  const order = orderOfGroups(sort)
  const sortsByCalls = readSort(sort, GROUP_COLUMNS, MOST_FIRST).column === 'calls'
  // Most calls have one event. Only the others have to be compared to count different calls. That takes as long as
  // anything else, so it is done for the groups of the page, and for all only to sort by it.
  const rows = await source.rows(sql<{ states: OwnCount[] | null } & (GroupRow | { name: null })>`
    with event as ${storage} (
      select ${facets.columns}, event.at, event.call_hash, event.has_receiver
      from ${from(criteria)} where ${isInRange} and ${matchesSql(source, criteria)}
    ), facet as materialized (
      ${countedByFacet(sql`count(*) as events, count(call_hash) as calls, min(at) as first, max(at) as last,
        bool_or(has_receiver) as has_receiver`)}
    ), named as materialized (
      select *, dense_rank() over (order by name) as number
      from (
        select ${values[by]} as name, ${keys[by]} as name_key, ${values.company} as company, ${values.cause} as cause,
          ${values.receiver} as receiver, facet.*, case own when 'missing' then events else 0 end as missing,
          case failure when 0 then 0 else events end as failed_again
        from ${facets.from} where ${isListed}
      ) listed
    ), grouped as (
      select name, min(name_key) as name_key, number, sum(events)::bigint as events, sum(missing)::bigint as missing,
        sum(failed_again)::bigint as failed_again, sum(calls)::bigint as calls, min(first) as first,
        max(last) as last, bool_or(has_receiver) as has_receiver
      from named where ${isOf(only)} group by name, number
    ), listed as materialized (
      select *, count(*) over () as count, sum(events) over ()::bigint as all_events
      from grouped order by ${order} limit ${sortsByCalls ? null : size} offset ${sortsByCalls ? 0 : offset}
    ), numbered as materialized (
      select distinct on (${key}) ${key}, number from named join (select number from listed) listed using (number)
    ), event_of_group as materialized (
      select number, own, at, call_hash from event join numbered using (${key}) where ${isListed}
    ), repeated as (
      select number, sum(events - 1) as calls from (
        select number, count(*) as events from event_of_group
        where call_hash is not null group by number, call_hash having count(*) > 1
      ) call group by number
    ), page as materialized (
      select *, row_number() over () as place from (
        select number, name, name_key, events, missing, failed_again,
          listed.calls - coalesce(repeated.calls, 0)::bigint as calls, first, last, has_receiver, count, all_events
        from listed left join repeated using (number)
        order by ${order} limit ${size} offset ${sortsByCalls ? offset : 0}
      ) sorted
    ), member as (
      select number, sum(events)::bigint as count, coalesce(company, cause, receiver) as value,
        case when grouping(company) = 0 then 'companies' when grouping(cause) = 0 then 'causes'
          else 'receivers' end as kind
      from (select number, company, cause, receiver, named.events from named join page using (number)) paged
      group by grouping sets ((number, company), (number, cause), (number, receiver))
    ), ranked as (
      select *, count(*) over (partition by number, kind) as of,
        row_number() over (partition by number, kind order by count desc, value collate "C") as place
      from member
    ), members as (
      select number, json_object_agg(kind, names) as names, json_object_agg(kind, of) as of
      from (
        select number, kind, of, json_agg(json_build_object('name', value, 'count', count) order by place) as names
        from ranked where place <= ${MAX_NAMES} group by number, kind, of
      ) of_kind group by number
    ), bar as (
      select number, least(greatest(${partOfTime(starts)}, 1), ${parts}::integer) as part, count(*),
        count(*) filter (where own = 'missing') as missing
      from event_of_group event where at is not null and ${parts}::integer > 0 group by number, part
    ), bars as (
      select number, json_agg(bar) as bars from bar group by number
    )
    select states, page.*, names, of, coalesce(bars, '[]') as bars
    from (select json_agg(own_count) as states from (select own, sum(events) as count from facet group by own) own_count) counted
    left join page on true left join members using (number) left join bars using (number)
    order by place
  `)
  return {
    states: toStateCounts(rows[0]?.states ?? []),
    rows: rows.filter(row => row.name !== null),
  }
}

/** How many missing events of each receiver running replays will send. */
async function plannedEvents(
  source: EventSource,
  { criteria }: GroupsQuery,
): Promise<(EventGroup['planned'][number] & { receiver: string })[]> {
  const { from, planned, isInRange, values, ownState } = source
  return source.rows(sql<EventGroup['planned'][number] & { receiver: string }>`
    select ${values.receiver} as receiver, planned.run_id, count(*) as events
    from ${from(criteria, 'receiver', 'missing')} join ${planned} planned on planned.event_id = event.event_id
    where ${isInRange} and ${ownState} = 'missing' and ${matchesSql(source, criteria)}
    group by 1, 2 order by 3 desc, 2
  `)
}

/** A group is listed as a whole, because its buttons are for all of it. */
function isOf(only: GroupsOf): RawBuilder<boolean> {
  if (only === null) return sql`true`
  const { receivers, companies, isOther } = only
  return sql`number in (
    select number from named
    where (receiver = any(${receivers}::text[]) or company = any(${companies}::text[])) <> ${isOther}
  )`
}

/** Orders the groups: by default, those with the most missing events come first. */
const MOST_FIRST = { column: 'events', direction: 'descending' } as const

function orderOfGroups(sort: GroupsOrder | undefined): RawBuilder<unknown> {
  const order = readSort(sort, GROUP_COLUMNS, MOST_FIRST)
  const { column } = order
  const direction = order.direction === 'descending' ? sql`desc nulls last` : sql`asc nulls last`
  const byName = sql`name_key collate "C"`
  if (column === 'name') return sql`${byName} ${direction}, name collate "C" ${direction}`
  const values = {
    events: sql`missing ${direction}, events ${direction}`,
    failed: sql`events ${direction}`,
    calls: sql`calls ${direction}`,
    last: sql`last ${direction}`,
  }
  return sql`${values[column]}, last desc nulls last, ${byName}, name collate "C"`
}
