import { type Kysely, sql } from 'kysely'
import type { Reading } from '../../../../contract/events.ts'
import { stampIn } from '../../../../contract/time/stamp.ts'
import type { Schema } from '../../../database/schema.ts'
import type { ListRange } from '../../replays/reading/list-page.ts'
import { isOfDays, isReading } from './mirror-store.ts'

/** Not read completely since a person opened the range or asked to read it again, although its days may have changed. */
const IS_OLD = sql`(complete_at is null or coalesce(complete_at < again_at, false)
  or (not is_final and complete_at < event_reading.opened_at))`

/**
 * How much of a range has been read, after `EventReader.want`.
 *
 * @param timeZone of times
 */
export async function readingOf(
  db: Kysely<Schema>,
  mirrorId: number,
  range: ListRange,
  timeZone: string,
): Promise<Reading> {
  type Row = Omit<Reading, 'read_at'> & { read_at: Date | null }
  const { rows } = await sql<Row>`
    select count, is_stopped, problem,
      (select count(*) from listed_event where mirror_id = ${mirrorId} and ${isOfDays(range)}) as read,
      is_complete, case when is_complete then read_at end as read_at,
      not is_stopped and problem is null and (walk is not null or is_incomplete) as is_reading,
      case when wait_until > now() then ceil(extract(epoch from wait_until - now()))::integer end as wait
    from event_reading, lateral (
      select coalesce(bool_and(complete_at is not null), true) as is_complete,
        coalesce(min(complete_at) filter (where not is_final), max(complete_at)) as read_at,
        coalesce(bool_or(${IS_OLD}), false) as is_incomplete
      from event_mirror_day
      where event_mirror_day.mirror_id = ${mirrorId} and ${isOfDays(range)}
    ) as days
    where ${isReading(mirrorId, range)}
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`nobody has looked at this range of copy ${mirrorId}`)
  const { read_at, ...reading } = row
  return { ...reading, read_at: read_at && stampIn(read_at, timeZone) }
}

/**
 * Whether all of a range has been read since a person opened it, and nothing keeps its days from being read again.
 * Faster than `readingOf`, which counts events.
 *
 * @returns 'again' if it was read before, and is being read again
 */
export async function isUpToDate(
  db: Kysely<Schema>,
  mirrorId: number,
  range: ListRange,
): Promise<'yes' | 'again' | 'no'> {
  const { rows } = await sql<{ answer: 'yes' | 'again' | 'no' }>`
    select case when not is_old then 'yes' when is_complete then 'again' else 'no' end as answer
    from event_reading, lateral (
      select coalesce(bool_or(${IS_OLD}), false) as is_old,
        bool_and(complete_at is not null) as is_complete
      from event_mirror_day
      where event_mirror_day.mirror_id = ${mirrorId} and ${isOfDays(range)}
    ) as days
    where ${isReading(mirrorId, range)} and not is_stopped and problem is null
  `.execute(db)
  return rows[0]?.answer ?? 'no'
}
