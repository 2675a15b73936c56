import { queryOptions } from '@tanstack/react-query'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { addDays, type CalendarDate, dayOf } from '../../../contract/time/calendar-date.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { askDayCount } from './ask-day-count.ts'

const RECOUNT_AFTER_MS = 30_000

/**
 * How many events of `list` failed on `day`, from the count of its list alone; null where the service
 * doesn't count.
 */
export function dayCountQuery(list: FailedEventList, day: CalendarDate, timeZone: string) {
  return queryOptions({
    queryKey: queryKeys.dayCount(list, day),
    queryFn: ({ signal }) => askDayCount({ list, day }, signal),
    staleTime: ({ state }) =>
      isSettled(day, new Date(state.dataUpdatedAt), timeZone)
        ? Number.POSITIVE_INFINITY
        : RECOUNT_AFTER_MS,
    // For the whole visit, on whatever page it is spent.
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Whether a count of `day` taken at `countedAt` stays. Its own retries take 36 minutes, so a call
 * late in the evening may still come to be listed on the next day, and not after that.
 */
export function isSettled(day: CalendarDate, countedAt: Date, timeZone: string): boolean {
  return dayOf(countedAt, timeZone) > addDays(day, 1)
}
