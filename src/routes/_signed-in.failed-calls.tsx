import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { dayOf } from '../../contract/calendar-date.ts'
import { FailedEventsPage } from '../features/failed-events/failed-events-page.tsx'
import { LIST_SEARCH_DEFAULTS, ListSearch, rangeOf } from '../features/failed-events/list-search.ts'
import { RouteFailure } from '../features/failure/route-failure.tsx'

export const Route = createFileRoute('/_signed-in/failed-calls')({
  validateSearch: ListSearch,
  search: { middlewares: [stripSearchParams(LIST_SEARCH_DEFAULTS)] },
  beforeLoad: ({ search, context }) => {
    const range = rangeOf(search, dayOf(new Date(), context.session.time_zone))
    // The address always names its days, so that it means the same tomorrow.
    if (search.from === undefined || search.to === undefined) {
      throw redirect({ to: '.', search: { ...search, ...range }, replace: true })
    }
    return { range }
  },
  component: FailedCalls,
  errorComponent: RouteFailure,
})

function FailedCalls() {
  const search = { ...Route.useSearch(), ...Route.useRouteContext().range }
  const navigate = Route.useNavigate()
  return (
    <FailedEventsPage
      list="call_events_fail"
      search={search}
      onSearch={(next, options) => void navigate({ search: next, ...options, resetScroll: false })}
    />
  )
}
