import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { pageOrListOf } from '../../../contract/pages/page.ts'
import { addDays, type CalendarDate, dayOf } from '../../../contract/time/calendar-date.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'
import { requestedDates } from '../event/list/list-search.ts'
import { refuseEmptyPage } from '../failed-events/failed-events-query.ts'

const Counted = pageOrListOf(z.unknown())

const RECOUNT_AFTER_MS = 30_000

/**
 * The number of events of `list` that failed on `day`, from the count of the list; null if the service
 * doesn't count. It requests a page of one event. A service without pages sends the whole list, whose
 * length is the count.
 */
export function dayCountQuery(list: FailedEventList, day: CalendarDate, timeZone: string) {
  return queryOptions({
    queryKey: queryKeys.dayCount(list, day),
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        ...requestedDates({ from: day, to: day }),
        page_size: '1',
      })
      const answer = await request(Counted, `/v1/${list}/?${query}`, {
        signal,
        // Earlier days can wait for newer ones.
        urgency: day === dayOf(new Date(), timeZone) ? 'foreground' : 'background',
      })
      refuseEmptyPage(answer, 1)
      return answer.count
    },
    staleTime: ({ state }) =>
      isSettled(day, new Date(state.dataUpdatedAt), timeZone)
        ? Number.POSITIVE_INFINITY
        : RECOUNT_AFTER_MS,
    // Kept for the whole visit, on any page.
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Whether a count of `day` from `countedAt` is final. Retries take 36 minutes, so a late call may
 * still be listed on the next day, but not later.
 */
export function isSettled(day: CalendarDate, countedAt: Date, timeZone: string): boolean {
  return dayOf(countedAt, timeZone) > addDays(day, 1)
}
