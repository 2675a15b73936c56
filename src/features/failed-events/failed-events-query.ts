import { queryOptions } from '@tanstack/react-query'
import { addDays } from '../../../contract/calendar-date.ts'
import { FailedEvent, type FailedEventList } from '../../../contract/failed-event.ts'
import { pageOrListOf } from '../../../contract/page.ts'
import { request } from '../../api/request.ts'
import { type DateRange, isInOrder } from './list-search.ts'

const FailedEvents = pageOrListOf(FailedEvent)

export type ListPage = DateRange & { page: number; size: number }

/** The request's window: `to_date` is not included, so it is the day after the last one meant. */
export function windowOf({ from, to }: DateRange) {
  return { from_date: from, to_date: addDays(to, 1) }
}

/** One page of a list of failed events. Never asks for a range that ends before it begins. */
export function failedEventsQuery(list: FailedEventList, { from, to, page, size }: ListPage) {
  return queryOptions({
    queryKey: ['failed-events', list, { from, to, page, size }],
    enabled: isInOrder({ from, to }),
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        ...windowOf({ from, to }),
        page: String(page),
        page_size: String(size),
      })
      const answer = await request(FailedEvents, `/v1/${list}/?${query}`, { signal })
      // Rows outlive their address while the next page loads: they keep which page they are.
      return { ...answer, asked: { from, to, page, size } }
    },
  })
}
