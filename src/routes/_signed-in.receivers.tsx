import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ReceiversSearch } from '../features/receivers-page/receivers-search.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { PAGE_SEARCH_DEFAULTS } from '../ui/table/page-search.ts'

export const Route = createFileRoute('/_signed-in/receivers')({
  validateSearch: ReceiversSearch,
  search: { middlewares: [stripSearchParams(PAGE_SEARCH_DEFAULTS)] },
  component: lazyPart(() => import('../features/receivers-page/receivers-page.tsx'), {
    title: 'Receivers',
  }),
})
