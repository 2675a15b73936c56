import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ReceiversSearch } from '../features/receivers-page/receivers-search.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { RouteFailure } from '../features/request-errors/route-failure.tsx'
import { PAGE_SEARCH_DEFAULTS } from '../ui/table/page-search.ts'

const ReceiversPage = lazyPart(() => import('../features/receivers-page/receivers-page.tsx'), {
  title: 'Receivers',
})

export const Route = createFileRoute('/_signed-in/receivers')({
  validateSearch: ReceiversSearch,
  search: { middlewares: [stripSearchParams(PAGE_SEARCH_DEFAULTS)] },
  component: Receivers,
  errorComponent: RouteFailure,
})

Receivers.preload = ReceiversPage.preload

function Receivers() {
  const navigate = Route.useNavigate()
  return (
    <ReceiversPage
      search={Route.useSearch()}
      onSearch={(search, options) => void navigate({ search, ...options, resetScroll: false })}
    />
  )
}
