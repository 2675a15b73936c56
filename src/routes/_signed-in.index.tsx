import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { prefetchForPage } from '../api/query-client.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'

export const Route = createFileRoute('/_signed-in/')({
  loader: ({ context: { queryClient, session } }) =>
    prefetchForPage(queryClient, async () => {
      const { prefetchOverview } = await import('../features/overview/prefetch-overview.ts')
      await prefetchOverview(queryClient, session)
    }),
  // The page says that it doesn't know another filter.
  validateSearch: z.object({ follow_up: z.catch(z.optional(z.string()), undefined) }),
  component: lazyPart(() => import('../features/overview/overview-page.tsx'), {
    title: 'Overview',
  }),
})
