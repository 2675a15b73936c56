import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { RouteFailure } from '../features/failure/route-failure.tsx'
import { ReplayRunList } from '../features/replays/replay-run-list.tsx'
import { replayRunsQuery } from '../features/replays/replay-runs-query.ts'
import { RUNS_SEARCH_DEFAULTS, RunsSearch } from '../features/replays/run-search.ts'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export const Route = createFileRoute('/_signed-in/replays/')({
  validateSearch: RunsSearch,
  search: { middlewares: [stripSearchParams(RUNS_SEARCH_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(replayRunsQuery(deps)),
  component: Replays,
  errorComponent: RouteFailure,
})

function Replays() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <PageHeader title="Replays">What was sent again, by whom, and what came of it.</PageHeader>
      <Card>
        <ReplayRunList
          search={search}
          onSearch={next => void navigate({ search: next, resetScroll: false })}
          onOpen={runId => void navigate({ to: '/replays/$runId', params: { runId } })}
        />
      </Card>
    </>
  )
}
