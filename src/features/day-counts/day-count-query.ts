import { queryOptions } from '@tanstack/react-query'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { addDays, type CalendarDate, dayOf } from '../../../contract/time/calendar-date.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { requestDayCount } from './request-day-count.ts'

const RECOUNT_AFTER_MS = 30_000
const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * The number of events of `list` that failed on `day`, from the count of the list; null if the service
 * doesn't count.
 */
export function dayCountQuery(list: FailedEventList, day: CalendarDate, timeZone: string) {
  return queryOptions({
    queryKey: queryKeys.dayCount(list, day),
    queryFn: ({ signal }) => requestDayCount({ list, day }, signal),
    staleTime: ({ state }) =>
      isCountFinal(day, new Date(state.dataUpdatedAt), timeZone)
        ? Number.POSITIVE_INFINITY
        : RECOUNT_AFTER_MS,
    // Kept for the whole visit, on any page.
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Whether a count of `day` from `countedAt` is final. A list's days are those of `failed_at`, so no event joins
 * a day that is over. One more day is for services that list an event later, or by the time of its call.
 */
export function isCountFinal(day: CalendarDate, countedAt: Date, timeZone: string): boolean {
  // Sixty days in a time zone take a while. None differs from UTC by a day.
  if (countedAt.getTime() - Date.parse(day) >= 3 * DAY_MS) return true
  return dayOf(countedAt, timeZone) > addDays(day, 1)
}
