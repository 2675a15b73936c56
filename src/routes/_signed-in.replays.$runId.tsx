import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { RouteFailure } from '../features/failure/route-failure.tsx'
import { ReplayRunPage } from '../features/replays/replay-run-page.tsx'
import { replayRunQuery } from '../features/replays/replay-runs-query.ts'
import { RUNS_SEARCH_DEFAULTS, RunSearch } from '../features/replays/run-search.ts'

export const Route = createFileRoute('/_signed-in/replays/$runId')({
  validateSearch: RunSearch,
  search: { middlewares: [stripSearchParams(RUNS_SEARCH_DEFAULTS)] },
  loader: ({ context, params }) =>
    void context.queryClient.prefetchQuery(replayRunQuery(params.runId)),
  component: ReplayRun,
  errorComponent: RouteFailure,
})

function ReplayRun() {
  const { runId } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ReplayRunPage
      key={runId}
      id={runId}
      search={search}
      onSearch={next => void navigate({ search: next, resetScroll: false })}
    />
  )
}
