import type { QueryClient } from '@tanstack/react-query'
import { redirect, stripSearchParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Session } from '../../../contract/session.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { prefetchForPage } from '../../api/query-client.ts'
import { PAGE_SEARCH_DEFAULTS } from '../../ui/table/page-search.ts'
import { type DateRange, isInOrder, ListSearch, rangeOf } from '../event/list/list-search.ts'
import { failedEventsQuery } from '../failed-events/failed-events-query.ts'
import { defaultSearch } from '../saved-views/saved-view.ts'
import { FailedEventsPage } from './failed-events-page.tsx'

/** The route of a list. */
export function listRoute(list: FailedEventList) {
  return {
    validateSearch: ListSearch,
    search: { middlewares: [stripSearchParams<ListSearch>(PAGE_SEARCH_DEFAULTS)] },
    /** Names the days in the URL, so that it means the same tomorrow. */
    beforeLoad: ({ search, context: { session } }: BeforeLoad) => {
      const today = dayOf(new Date(), session.time_zone)
      const range = rangeOf(search, today)
      if (search.from === undefined || search.to === undefined) {
        const isPlain = JSON.stringify(search) === JSON.stringify(ListSearch.parse({}))
        // What the list opens with if its URL has no parameters.
        const opened = isPlain ? defaultSearch(session, list, today) : undefined
        throw redirect({ to: '.', search: opened ?? { ...search, ...range }, replace: true })
      }
      return { range }
    },
    /** An open event does not decide which page of the list is loaded. */
    loaderDeps: ({ search: { from, to, page, cursor, size, view } }: { search: ListSearch }) => ({
      from,
      to,
      page,
      cursor,
      size,
      view,
    }),
    loader: ({ context: { queryClient, range }, deps }: LoaderArgs) => {
      const request = { ...deps, ...range }
      if (request.view !== undefined || !isInOrder(request)) return undefined
      return prefetchForPage(queryClient, async () => {
        // Every navigation on the page runs this again. Rows that are on screen must not change then.
        const staleTime = Number.POSITIVE_INFINITY
        await queryClient.prefetchQuery({ ...failedEventsQuery(list, request), staleTime })
      })
    },
    component: (): ReactNode => <FailedEventsPage list={list} />,
  }
}

type BeforeLoad = { search: ListSearch; context: { session: Session } }
type LoaderArgs = {
  context: { queryClient: QueryClient; range: DateRange }
  deps: Omit<ListSearch, keyof DateRange>
}
