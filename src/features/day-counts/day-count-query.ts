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
 * How many events of `list` failed on `day`, from the count of its list alone; null where the service
 * doesn't count. A page of one event is asked for. A service that doesn't know pages sends the whole
 * list, and its length is the count.
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
        // What is over was there before this page was opened, and can wait for what is new.
        urgency: day === dayOf(new Date(), timeZone) ? 'foreground' : 'background',
      })
      refuseEmptyPage(answer, 1)
      return answer.count
    },
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
