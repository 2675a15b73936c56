import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ActivitySearch } from '../features/activity/activity-search.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { RouteFailure } from '../features/request-errors/route-failure.tsx'
import { PAGE_SEARCH_DEFAULTS } from '../ui/table/page-search.ts'

const ActivityPage = lazyPart(() => import('../features/activity/activity-page.tsx'), {
  title: 'Activity',
})

export const Route = createFileRoute('/_signed-in/activity')({
  validateSearch: ActivitySearch,
  search: { middlewares: [stripSearchParams(PAGE_SEARCH_DEFAULTS)] },
  component: Activity,
  errorComponent: RouteFailure,
})

Activity.preload = ActivityPage.preload

function Activity() {
  const navigate = Route.useNavigate()
  return (
    <ActivityPage
      search={Route.useSearch()}
      onSearch={search => void navigate({ search, resetScroll: false })}
    />
  )
}
