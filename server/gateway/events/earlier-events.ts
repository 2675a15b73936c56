import { sql } from 'kysely'
import type { EarlierEvents } from '../../../contract/events.ts'
import type { EventsFilter } from '../../../contract/events-filter.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import type { Owner } from '../session/caller.ts'
import { hasState } from './event-queries.ts'
import { eventSource, matchesSql } from './event-source.ts'
import type { EventRoutesOptions } from './look-at-range.ts'
import { isOfDays } from './reading/mirror-store.ts'

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
  { db, timeZone }: Pick<EventRoutesOptions, 'db' | 'timeZone'>,
  { caller, mirrorId, filter, from }: Earlier,
): Promise<EarlierEvents> {
  const range = { list: filter.list, from_date: from, to_date: filter.from_date }
  const source = await eventSource(db, caller, mirrorId, range, timeZone)
  // The filter's times belong to the first and last day of the range.
  const { from_time: _, to_time: __, ...criteria } = filter
  const { rows } = await sql<EarlierEvents>`
    select (
      select count(*) from ${source.from(criteria, undefined, 'missing')}
      where ${source.isInRange} and ${matchesSql(source, criteria)} and ${hasState(source, 'missing')}
    ) as missing, (
      select count(*) filter (where complete_at is not null) >= ${range.to_date}::date - ${from}::date
      from event_mirror_day where mirror_id = ${mirrorId} and ${isOfDays(range)}
    ) as is_complete
  `.execute(db)
  return rows[0] ?? { missing: 0, is_complete: false }
}
