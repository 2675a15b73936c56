import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { dayOf } from '../../contract/time/calendar-date.ts'
import { ListSearch } from '../features/event/list/list-search.ts'
import { listPageOf, loadListAhead, namedRange } from '../features/failed-events/load-list-ahead.ts'
import { FailedEventsPage } from '../features/failed-events-page/failed-events-page.tsx'
import { RouteFailure } from '../features/request-errors/route-failure.tsx'
import { defaultSearch } from '../features/saved-views/saved-view.ts'
import { PAGE_SEARCH_DEFAULTS } from '../ui/table/page-search.ts'

export const Route = createFileRoute('/_signed-in/failed-ai-events')({
  validateSearch: ListSearch,
  search: { middlewares: [stripSearchParams(PAGE_SEARCH_DEFAULTS)] },
  beforeLoad: ({ search, context: { session } }) => {
    const today = dayOf(new Date(), session.time_zone)
    return {
      range: namedRange(search, today, defaultSearch(session, 'transcription_events_fail', today)),
    }
  },
  loaderDeps: ({ search }) => listPageOf(search),
  loader: ({ context: { queryClient, range }, deps }) =>
    loadListAhead(queryClient, 'transcription_events_fail', { ...deps, ...range }),
  component: () => <FailedEventsPage list="transcription_events_fail" />,
  errorComponent: RouteFailure,
})
