import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { prefetch } from '../api/query-client.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { PAGE_SEARCH_DEFAULTS, PageSearch } from '../ui/table/page-search.ts'

export const Route = createFileRoute('/_signed-in/replays/')({
  validateSearch: PageSearch,
  search: { middlewares: [stripSearchParams(PAGE_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search: { page, size, sort } }) => ({ page, size, sort }),
  loader: ({ context, deps }) =>
    prefetch(async () => {
      const { replayRunsQuery } = await import('../features/replays/replay-runs-query.ts')
      await context.queryClient.prefetchQuery(replayRunsQuery(deps))
    }),
  component: lazyPart(() => import('../features/replays/runs/replays-page.tsx'), {
    title: 'Replays',
  }),
})
