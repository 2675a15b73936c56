import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '../api/query-client.ts'
import { receiversQuery } from '../features/receivers/queries/receivers-query.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'

export const Route = createFileRoute('/_signed-in/replays/waiting')({
  loader: ({ context }) =>
    prefetch(async () => {
      const { standingOrdersQuery } = await import(
        '../features/replays/waiting/standing-orders-query.ts'
      )
      // The names of the companies would move the rows if they came later.
      await Promise.all([
        context.queryClient.prefetchQuery(standingOrdersQuery),
        context.queryClient.prefetchQuery(receiversQuery),
      ])
    }),
  component: lazyPart(() => import('../features/replays/waiting/waiting-page.tsx'), {
    title: 'Replays',
  }),
})
