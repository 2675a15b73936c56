import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../contract/time/calendar-date.ts'
import { prefetchForPage } from '../../api/query-client.ts'
import { type DateRange, isInOrder, ListSearch, rangeOf } from '../event/list/list-search.ts'
import { failedEventsQuery } from './failed-events-query.ts'

/** The part of the URL that decides which page of a list is loaded. An open event is not in it. */
export function listPageOf({ from, to, page, cursor, size, view }: ListSearch) {
  return { from, to, page, cursor, size, view }
}

/** Loads a page of a list before it is shown. */
export function loadListAhead(
  queryClient: QueryClient,
  list: FailedEventList,
  request: Omit<ReturnType<typeof listPageOf>, keyof DateRange> & DateRange,
): Promise<unknown> | undefined {
  if (request.view !== undefined || !isInOrder(request)) return undefined
  return prefetchForPage(queryClient, async () => {
    // Every navigation on the page runs this again. Rows that are on screen must not change then.
    const staleTime = Number.POSITIVE_INFINITY
    await queryClient.prefetchQuery({ ...failedEventsQuery(list, request), staleTime })
  })
}

/**
 * The days in the URL of a list.
 *
 * @param usual what the list opens with if its URL has no parameters
 * @throws a redirect to a URL with these days, so that it means the same tomorrow
 */
export function namedRange(
  search: ListSearch,
  today: CalendarDate,
  usual: ListSearch | undefined,
): DateRange {
  const range = rangeOf(search, today)
  if (search.from === undefined || search.to === undefined) {
    const isPlain = JSON.stringify(search) === JSON.stringify(ListSearch.parse({}))
    const opened = isPlain ? usual : undefined
    throw redirect({ to: '.', search: opened ?? { ...search, ...range }, replace: true })
  }
  return range
}
