import { type Kysely, sql } from 'kysely'
import type { CountedDay, DayCount } from '../../../contract/day-counts.ts'
import type { Schema } from '../../database/schema.ts'
import type { EventCopy } from '../events/reading/event-reader.ts'

export type KnownCount = DayCount & {
  /** When the events were read or counted. */
  at: Date
  /** Whether the service need not be asked now. */
  is_settled: boolean
}

/** A day that is over may still lose events, so it is counted again after this time. */
const RECOUNT_AFTER = sql`interval '1 day'`

/** Less than a page that shows a day waits until it has the day read again. */
const NEW_FOR = sql`interval '2 minutes'`

export type KnownCountsOptions = {
  db: Kysely<Schema>
  timeZone: string
  /** A day no longer changes so long after its end. */
  timings: { eventFinalAfterMs: number }
}

/** The counts of days that have been read completely or that the service has counted before. */
export async function knownCounts(
  { db, timeZone, timings }: KnownCountsOptions,
  copies: EventCopy[],
  days: CountedDay[],
): Promise<KnownCount[]> {
  const { rows } = await sql<KnownCount>`
    select list, day, at, at > now() - ${NEW_FOR}
        or at > now() - ${RECOUNT_AFTER} and at > (day + 1)::timestamp at time zone ${timeZone}
          + ${timings.eventFinalAfterMs}::float * interval '1 ms' as is_settled,
      case when is_copied
        then (select count(*) from listed_event event where event.mirror_id = known.mirror_id and event.day = known.day)
        else counted end as count
    from (
      select mirror_id, list, day, counted, greatest(complete_at, counted_at) as at,
        coalesce(complete_at >= coalesce(counted_at, '-infinity'), false) as is_copied
      from unnest(${copies.map(({ id }) => id)}::integer[], ${copies.map(({ list }) => list)}::text[])
        as copy (mirror_id, list)
      join unnest(${days.map(({ list }) => list)}::text[], ${days.map(({ day }) => day)}::date[])
        as asked (list, day) using (list)
      join event_mirror_day using (mirror_id, day)
    ) known
    where at is not null
  `.execute(db)
  return rows
}

/** Keeps the service's count of a day, if the account has a copy of its list. If it is lower, events have left the list. */
export async function keepCount(
  db: Kysely<Schema>,
  copies: EventCopy[],
  { list, day, count }: DayCount,
): Promise<void> {
  const copy = copies.find(one => one.list === list)
  if (copy === undefined) return
  await sql`
    insert into event_mirror_day (mirror_id, day, counted, counted_at)
    values (${copy.id}, ${day}, ${count}, now())
    on conflict (mirror_id, day) do update set counted = excluded.counted, counted_at = excluded.counted_at,
      is_final = event_mirror_day.is_final and excluded.counted >= (
        select count(*) from listed_event event where event.mirror_id = ${copy.id} and event.day = ${day}
      )
  `.execute(db)
}
