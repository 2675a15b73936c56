import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { prefetchForPage } from '../api/query-client.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { RouteFailure } from '../features/request-errors/route-failure.tsx'
import * as shellMessages from '../shell/messages.ts'

const OverviewPage = lazyPart(
  async () => (await import('../features/overview/overview-page.tsx')).OverviewPage,
  { title: shellMessages.overview },
)

const OverviewSearch = z.object({
  /** Whether the days are a table instead of a chart. */
  days: z.catch(z.optional(z.literal('table')), undefined),
})

export const Route = createFileRoute('/_signed-in/')({
  validateSearch: OverviewSearch,
  loader: ({ context: { queryClient, session } }) =>
    prefetchForPage(queryClient, async () => {
      const { prefetchOverview } = await import('../features/overview/prefetch-overview.ts')
      await prefetchOverview(queryClient, session)
    }),
  component: Overview,
  errorComponent: RouteFailure,
})

Overview.preload = OverviewPage.preload

function Overview() {
  const { session } = Route.useRouteContext()
  const { days } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <OverviewPage
      session={session}
      isTable={days === 'table'}
      onTable={isTable =>
        void navigate({ search: { days: isTable ? 'table' : undefined }, resetScroll: false })
      }
    />
  )
}
