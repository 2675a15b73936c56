import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { prefetch } from '../api/query-client.ts'
import { AlsoMissing } from '../features/range/also-missing.tsx'
import { receiversQuery } from '../features/receivers/queries/receivers-query.ts'
import { RunSearch } from '../features/replays/run-search.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { PAGE_SEARCH_DEFAULTS } from '../ui/table/page-search.ts'

const ReplayRunPage = lazyPart(() => import('../features/replays/run/replay-run-page.tsx'), {
  title: 'Replays',
})

export const Route = createFileRoute('/_signed-in/replays/$runId')({
  validateSearch: RunSearch,
  search: { middlewares: [stripSearchParams(PAGE_SEARCH_DEFAULTS)] },
  loader: ({ context, params }) =>
    prefetch(async () => {
      const { replayRunQuery } = await import('../features/replays/replay-runs-query.ts')
      await Promise.all([
        context.queryClient.prefetchQuery(replayRunQuery(params.runId)),
        // A draft offers more if one of them fails.
        context.queryClient.prefetchQuery(receiversQuery),
      ])
    }),
  component: ReplayRun,
})

ReplayRun.preload = ReplayRunPage.preload

function ReplayRun(): ReactNode {
  return (
    <ReplayRunPage
      key={Route.useParams().runId}
      alsoMissing={(list, range) => <AlsoMissing list={list} search={range} />}
    />
  )
}
