import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Page } from '../../../contract/pages/page.ts'
import { FIRST_PAGE } from '../../../contract/pages/page-place.ts'
import { ApiError } from '../../api/api-error.ts'
import { loadModule } from '../../api/connection.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { type EventRow, eventRow } from '../event/event-row.ts'
import { isInOrder, type ListPage, requestedDates } from '../event/list/list-search.ts'
import { eventSearch } from '../event/list/replay-target.ts'
import { type EventsAnswer, requestEvents } from '../event/request-events.ts'
import { rememberStates } from '../replays/states/event-states-query.ts'

export type EventPage = EventsAnswer & { request: ListPage; rows: EventRow[] }

/** One page of a list of failed events. It never requests a range that ends before it begins. */
export function failedEventsQuery(
  list: FailedEventList,
  { from, to, page, cursor, size }: ListPage,
) {
  const request = { from, to, page, cursor, size }
  return queryOptions({
    queryKey: queryKeys.eventPage(list, request),
    enabled: isInOrder(request),
    queryFn: async ({ client, signal }): Promise<EventPage> => {
      const place = { page, cursor, size }
      const answer = await requestEvents(list, requestedDates(request), place, signal)
      refuseEmptyPage(answer, page, answer.text)
      client.setQueryData(queryKeys.missingColumns(list), answer.missing_columns)
      rememberStates(client, list, answer)
      // The rows are built now, so that a prefetched page needs no more work when a person opens it.
      const pageSearch = eventSearch(request)
      const at = { list, ...requestedDates(request), page, cursor, page_size: size }
      const rows = answer.results.map(event => eventRow(event, at, pageSearch))
      const loaded = { ...answer, request, rows }
      if (page === 1 || !(answer.isFirst || cursor)) return loaded
      const { checkLaterPage } = await loadModule(() => import('./check-later-page.ts'))
      const first = failedEventsQuery(list, { ...request, ...FIRST_PAGE })
      return checkLaterPage(loaded, {
        readFirst: () => client.fetchQuery(first),
        loaded: client.getQueriesData({ queryKey: queryKeys.eventPages(list, { from, to, size }) }),
      })
    },
  })
}

/** The loaded page of the same days that is nearest to the requested one. */
export function nearestPage(
  client: QueryClient,
  list: FailedEventList,
  { from, to, page, size }: ListPage,
): EventPage | undefined {
  const queries = client.getQueriesData<EventPage>({
    queryKey: queryKeys.eventPages(list, { from, to, size }),
  })
  const distance = (one: EventPage) => Math.abs(one.request.page - page)
  return queries
    .flatMap(([, loaded]) => loaded ?? [])
    .toSorted((one, other) => distance(one) - distance(other))
    .at(0)
}

/**
 * An empty page of a list with events is never "nothing found". After the last page, it no longer
 * exists (not every service answers 404 there). As the first page, it contradicts its own count.
 */
export function refuseEmptyPage(
  { count, results }: Pick<Page<unknown>, 'count' | 'results'>,
  page: number,
  answer?: string,
) {
  if (count === 0 || results.length > 0) return
  if (page > 1) throw new ApiError('not-found')
  throw new ApiError('unreadable', {
    status: 200,
    detail:
      count === null
        ? 'it says that there is more, but lists nothing'
        : `it counts ${count}, but lists none of them`,
    answer,
  })
}
