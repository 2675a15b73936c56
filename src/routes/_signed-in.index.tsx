import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { prefetchForPage } from '../api/query-client.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { RouteFailure } from '../features/request-errors/route-failure.tsx'

const OverviewPage = lazyPart(() => import('../features/overview/overview-page.tsx'), {
  title: 'Overview',
})

export const Route = createFileRoute('/_signed-in/')({
  loader: ({ context: { queryClient, session } }) =>
    prefetchForPage(queryClient, async () => {
      const { prefetchOverview } = await import('../features/overview/prefetch-overview.ts')
      await prefetchOverview(queryClient, session)
    }),
  // The page says that it doesn't know another filter.
  validateSearch: z.object({ follow_up: z.catch(z.optional(z.string()), undefined) }),
  component: Overview,
  errorComponent: RouteFailure,
})

Overview.preload = OverviewPage.preload

function Overview() {
  const navigate = Route.useNavigate()
  return (
    <OverviewPage
      session={Route.useRouteContext().session}
      search={Route.useSearch()}
      onSearch={search => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
