import { createFileRoute } from '@tanstack/react-router'
import { prefetchForPage } from '../api/query-client.ts'
import { BlocklistSearch } from '../features/blocklist/blocklist-search.ts'
import { blocklistQuery } from '../features/blocklist/records/queries.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'

const BlocklistPage = lazyPart(() => import('../features/blocklist/blocklist-page.tsx'), {
  title: 'Blocklist',
})

export const Route = createFileRoute('/_signed-in/blocklist')({
  validateSearch: BlocklistSearch,
  loader: ({ context: { queryClient } }) =>
    prefetchForPage(queryClient, () => queryClient.prefetchQuery(blocklistQuery)),
  component: Blocklist,
})

/** After the loader's request, which takes longest: a browser has only six connections over HTTP/1.1. */
Blocklist.preload = () => new Promise(resolve => setTimeout(resolve)).then(BlocklistPage.preload)

function Blocklist() {
  return <BlocklistPage />
}
