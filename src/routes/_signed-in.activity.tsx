import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ActivitySearch } from '../features/activity/activity-search.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { PAGE_SEARCH_DEFAULTS } from '../ui/table/page-search.ts'

export const Route = createFileRoute('/_signed-in/activity')({
  validateSearch: ActivitySearch,
  search: { middlewares: [stripSearchParams(PAGE_SEARCH_DEFAULTS)] },
  component: lazyPart(() => import('../features/activity/activity-page.tsx'), {
    title: 'Activity',
  }),
})
