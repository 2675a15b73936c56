import { createFileRoute } from '@tanstack/react-router'
import { prefetchForPage } from '../api/query-client.ts'
import { BlocklistSearch } from '../features/blocklist/blocklist-search.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { RouteFailure } from '../features/request-errors/route-failure.tsx'
import * as shellMessages from '../shell/messages.ts'

const BlocklistPage = lazyPart(
  async () => (await import('../features/blocklist/blocklist-page.tsx')).BlocklistPage,
  { title: shellMessages.blocklist },
)

export const Route = createFileRoute('/_signed-in/blocklist')({
  validateSearch: BlocklistSearch,
  loader: ({ context: { queryClient } }) =>
    prefetchForPage(queryClient, async () => {
      const { blocklistQuery } = await import('../features/blocklist/records/queries.ts')
      await queryClient.prefetchQuery(blocklistQuery)
    }),
  component: Blocklist,
  errorComponent: RouteFailure,
})

Blocklist.preload = BlocklistPage.preload

function Blocklist() {
  const { session } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <BlocklistPage
      session={session}
      search={search}
      onSearch={(change, { replace = false } = {}) =>
        void navigate({
          search: previous => ({ ...previous, ...change }),
          replace,
          resetScroll: false,
        })
      }
      onOpen={(to, options) => void navigate({ search: to, resetScroll: false, ...options })}
    />
  )
}
