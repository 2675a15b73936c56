import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type EventGroup,
  GROUP_COLUMNS,
  type GroupBy,
  type GroupsOrder,
} from '../../../contract/events.ts'
import type { StateFilter } from '../../../contract/events-filter.ts'
import { columnAndDirection } from '../../../contract/replay-part.ts'
import { stampIn } from '../../../contract/time/stamp.ts'
import type { Schema } from '../../database/schema.ts'
import { hasState } from './event-queries.ts'
import { type Criteria, type EventSource, isNarrowed, matchesSql } from './event-source.ts'
import { normalisedSql } from './normalised-sql.ts'
import { type Bar, barsBetween, partOfTime } from './time-parts.ts'

/** How many companies, causes and receivers of a group are named. */
const MAX_NAMES = 20

export type GroupsQuery = {
  by: GroupBy
  criteria: Criteria
  state: StateFilter
  sort: GroupsOrder | undefined
  offset: number
  size: number
  /** Fewer than two for no bars. */
  starts: Date[]
}

type Totals = { count: number; events: number; calls_differ: boolean }

type GroupRow = Pick<EventGroup, 'name' | 'events' | 'missing' | 'calls' | 'has_receiver'> & {
  first: Date | null
  last: Date | null
}

/**
 * A page of the matching events by receiver, company or cause, and the numbers of all groups and events. Times are
 * in the service's zone.
 */
export async function pageOfGroups(
  db: Kysely<Schema>,
  source: EventSource,
  query: GroupsQuery,
  timeZone: string,
): Promise<Totals & { results: EventGroup[] }> {
  const matching = matchingSql(source, query)
  const rows = await groupRows(db, matching, query)
  const [first] = rows
  if (first === undefined) return { count: 0, events: 0, calls_differ: false, results: [] }
  const names = rows.map(({ name }) => name)
  const { members, bars } = await groupParts(db, matching, names, query.starts.length - 1)
  const groups = rows.map(row => ({ row, ...namesOf(row.name, members) }))
  const receivers = groups.flatMap(({ receiver }) => receiver ?? [])
  const last = hasAllOfReceivers(query)
    ? new Map(rows.map(row => [row.name, row.last]))
    : await lastFailures(db, source, receivers)
  const stamp = (at: Date | null | undefined) => (at ? stampIn(at, timeZone) : null)
  const { count, all_events: events, calls_differ } = first
  return {
    ...{ count, events, calls_differ },
    results: groups.map(({ row, companies, causes, receivers, receiver }) => ({
      name: row.name,
      events: row.events,
      missing: row.missing,
      calls: row.calls,
      first: stamp(row.first),
      last: stamp(row.last),
      companies: companies.names,
      causes: causes.names,
      receivers: receivers.names,
      of: { companies: companies.of, causes: causes.of, receivers: receivers.of },
      has_receiver: row.has_receiver,
      bars: barsBetween(
        query.starts,
        bars.filter(({ name }) => name === row.name),
      ),
      receiver_last: receiver === null ? null : stamp(last.get(receiver)),
    })),
  }
}

/** The common table "event" with the matching events, each with the name of its group. */
function matchingSql(source: EventSource, query: GroupsQuery): RawBuilder<unknown> {
  const { from, isInRange, values } = source
  const { by, criteria, state, starts } = query
  return sql`event as (
    select ${values[by]} as name, ${values.company} as company, ${values.cause} as cause,
      ${values.receiver} as receiver, event.at, event.call_id,
      ${hasState(source, 'missing')} as is_missing,
      event.callback_url is not null or event.tracking_number <> '' as has_receiver,
      ${starts.length < 2 ? sql`null::integer` : partOfTime(starts)} as part
    from ${from}
    where ${isInRange} and ${matchesSql(source, criteria)} and ${hasState(source, state)}
  )`
}

type GroupRowOfAll = GroupRow & Omit<Totals, 'events'> & { all_events: number }

async function groupRows(
  db: Kysely<Schema>,
  matching: RawBuilder<unknown>,
  { sort, offset, size }: GroupsQuery,
): Promise<GroupRowOfAll[]> {
  const { rows } = await sql<GroupRowOfAll>`
    with ${matching}
    select grouped.*, count(*) over () as count, sum(events) over ()::integer as all_events,
      bool_or(calls <> events) over () as calls_differ
    from (
      select name, count(*) as events, count(*) filter (where is_missing) as missing,
        count(distinct call_id) as calls, min(at) as first, max(at) as last,
        coalesce(bool_or(has_receiver), false) as has_receiver
      from event group by name
    ) grouped
    order by ${orderOfGroups(sort)} limit ${size} offset ${offset}
  `.execute(db)
  return rows
}

/** By default, the groups with the most missing events come first. */
function orderOfGroups(sort: GroupsOrder = '-events'): RawBuilder<unknown> {
  const { column, isDescending } = columnAndDirection(sort, GROUP_COLUMNS)
  const direction = isDescending ? sql`desc nulls last` : sql`asc nulls last`
  const byName = sql`(${normalisedSql(sql`name`)}) collate "C"`
  if (column === 'name') return sql`${byName} ${direction}, name collate "C" ${direction}`
  const values = {
    events: sql`missing ${direction}, events ${direction}`,
    calls: sql`calls ${direction}`,
    last: sql`last ${direction}`,
  }
  return sql`${values[column]}, last desc nulls last, ${byName}, name collate "C"`
}

type Member = {
  name: string
  kind: keyof EventGroup['of']
  value: string
  count: number
  /** How many of this kind the group has. */
  of: number
}

type GroupBar = Bar & { name: string; part: number }

/**
 * The most frequent companies, causes and receivers of groups and how many there are, and how many events are in
 * each part of time. Events outside the parts count in the nearest one.
 */
async function groupParts(
  db: Kysely<Schema>,
  matching: RawBuilder<unknown>,
  names: string[],
  parts: number,
): Promise<{ members: Member[]; bars: GroupBar[] }> {
  // The events are counted once by all properties together, which leaves few rows to count by each.
  const { rows } = await sql<{ members: Member[]; bars: GroupBar[] }>`
    with ${matching}, counted as materialized (
      select name, company, cause, receiver,
        case when part is not null then least(greatest(part, 1), ${parts}::integer) end as part,
        count(*) as count, count(*) filter (where is_missing) as missing
      from event where name = any(${names}::text[])
      group by 1, 2, 3, 4, 5
    ), member as (
      select name, sum(count)::bigint as count, coalesce(company, cause, receiver) as value,
        case when grouping(company) = 0 then 'companies' when grouping(cause) = 0 then 'causes'
          else 'receivers' end as kind
      from counted group by grouping sets ((name, company), (name, cause), (name, receiver))
    ), ranked as (
      select *, count(*) over (partition by name, kind) as of,
        row_number() over (partition by name, kind order by count desc, value collate "C") as place
      from member
    ), bar as (
      select name, part, sum(count)::bigint as count, sum(missing)::bigint as missing
      from counted where part is not null group by name, part
    )
    select
      coalesce((select json_agg(ranked order by place) from ranked where place <= ${MAX_NAMES}), '[]') as members,
      coalesce((select json_agg(bar) from bar), '[]') as bars
  `.execute(db)
  return rows[0] ?? { members: [], bars: [] }
}

function namesOf(name: string, members: Member[]) {
  const ofKind = (kind: Member['kind']) => {
    const own = members.filter(member => member.name === name && member.kind === kind)
    return {
      names: own.map(({ value, count }) => ({ name: value, count })),
      of: own[0]?.of ?? 0,
    }
  }
  const receivers = ofKind('receivers')
  const [only] = receivers.names
  return {
    companies: ofKind('companies'),
    causes: ofKind('causes'),
    receivers,
    /** null if it has several. */
    receiver: receivers.of === 1 && only !== undefined ? only.name : null,
  }
}

/** Whether the groups have all events of their receivers. */
function hasAllOfReceivers({ by, criteria, state }: GroupsQuery): boolean {
  return by === 'receiver' && state === 'all' && !isNarrowed(criteria)
}

/** When the last event of each receiver failed, whether it matches or not. */
async function lastFailures(
  db: Kysely<Schema>,
  { fromListed, isInRange, values }: EventSource,
  receivers: string[],
): Promise<Map<string, Date | null>> {
  if (receivers.length === 0) return new Map()
  const { rows } = await sql<{ receiver: string; at: Date | null }>`
    select ${values.receiver} as receiver, max(event.at) as at from ${fromListed}
    where ${isInRange} and ${values.receiver} = any(${receivers}::text[])
    group by 1
  `.execute(db)
  return new Map(rows.map(({ receiver, at }) => [receiver, at]))
}
