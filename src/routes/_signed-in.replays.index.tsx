import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { prefetch } from '../api/query-client.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { RouteFailure } from '../features/request-errors/route-failure.tsx'
import { PAGE_SEARCH_DEFAULTS, PageSearch } from '../ui/table/page-search.ts'

const ReplaysPage = lazyPart(() => import('../features/replays/runs/replays-page.tsx'), {
  title: 'Replays',
})

export const Route = createFileRoute('/_signed-in/replays/')({
  validateSearch: PageSearch,
  search: { middlewares: [stripSearchParams(PAGE_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search: { page, size, sort } }) => ({ page, size, sort }),
  loader: ({ context, deps }) =>
    prefetch(async () => {
      const { replayRunsQuery } = await import('../features/replays/replay-runs-query.ts')
      await context.queryClient.prefetchQuery(replayRunsQuery(deps))
    }),
  component: Replays,
  errorComponent: RouteFailure,
})

Replays.preload = ReplaysPage.preload

function Replays() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ReplaysPage
      search={search}
      onSearch={(next, options) => void navigate({ search: next, ...options, resetScroll: false })}
      onOpen={runId => void navigate({ to: '/replays/$runId', params: { runId } })}
    />
  )
}
