import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EventsChart } from '../../../contract/events.ts'
import type { Schema } from '../../database/schema.ts'
import { hasState } from './event-queries.ts'
import { type Criteria, type EventSource, matchesSql } from './event-source.ts'

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
  db: Kysely<Schema>,
  source: EventSource,
  criteria: Criteria,
  starts: Date[],
): Promise<Bar[]> {
  const { rows } = await sql<Bar & { part: number }>`
    select ${partOfTime(starts)} as part, count(*),
      count(*) filter (where ${hasState(source, 'missing')}) as missing
    from ${source.from(criteria)}
    where ${source.isInRange} and ${matchesSql(source, criteria)} and event.at is not null
    group by part
  `.execute(db)
  return barsBetween(starts, rows)
}
