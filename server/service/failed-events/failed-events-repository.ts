import { type Kysely, sql } from 'kysely'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Schema } from '../../database/schema.ts'

/** The requested failures: `to` is not included. Days are YYYY-MM-DD in the service's zone. */
export type FailedEventFilter = {
  partnerId: number
  list: FailedEventList
  from: string
  to: string
}

export type DayCount = { day: string; count: number }

/** Positions `low` to `high` of a day, both included. */
export type PositionRange = { day: string; low: number; high: number }

/** The number of failures of each day that has any, newest day first. */
export function countByDay(db: Kysely<Schema>, filter: FailedEventFilter): Promise<DayCount[]> {
  return db
    .selectFrom('failed_event_day')
    .select(['day', 'count'])
    .where('partner_id', '=', filter.partnerId)
    .where('list', '=', filter.list)
    .where('day', '>=', filter.from)
    .where('day', '<', filter.to)
    .orderBy('day', 'desc')
    .execute()
}

/**
 * The items at these positions, newest first: JSON text without the brackets around it, concatenated
 * by the database, so that no payload is changed by parsing and serialising it.
 *
 * @returns fewer items than positions if old events were removed in the meantime
 */
export async function itemsAt(
  db: Kysely<Schema>,
  { partnerId, list }: FailedEventFilter,
  ranges: PositionRange[],
): Promise<{ items: string; found: number }> {
  if (ranges.length === 0) return { items: '', found: 0 }
  const { rows } = await sql<{ items: string | null; found: number }>`
    select string_agg(item, ',' order by failed_event.day desc, position desc) as items,
      count(*) as found
    from unnest(
      ${ranges.map(range => range.day)}::date[],
      ${ranges.map(range => range.low)}::integer[],
      ${ranges.map(range => range.high)}::integer[]
    ) as wanted (day, low, high)
    join failed_event
      on partner_id = ${partnerId} and list = ${list}
      and failed_event.day = wanted.day and position between low and high
  `.execute(db)
  return { items: rows[0]?.items ?? '', found: rows[0]?.found ?? 0 }
}
