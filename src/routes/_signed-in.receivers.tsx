import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { prefetch } from '../api/query-client.ts'
import {
  RECEIVERS_SEARCH_DEFAULTS,
  ReceiversSearch,
} from '../features/receivers/list/receivers-search.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { RouteFailure } from '../features/request-errors/route-failure.tsx'
import * as shellMessages from '../shell/messages.ts'

const ReceiversPage = lazyPart(
  async () => (await import('../features/receivers/list/receivers-page.tsx')).ReceiversPage,
  { title: shellMessages.receivers },
)

const FailingToday = lazyPart(
  async () => (await import('../features/overview/cards/failing-today.tsx')).FailingToday,
)

export const Route = createFileRoute('/_signed-in/receivers')({
  validateSearch: ReceiversSearch,
  search: { middlewares: [stripSearchParams(RECEIVERS_SEARCH_DEFAULTS)] },
  loader: ({ context: { queryClient } }) =>
    prefetch(async () => {
      const { knownReceiversQuery } = await import(
        '../features/receivers/queries/receivers-query.ts'
      )
      await queryClient.prefetchQuery(knownReceiversQuery)
    }),
  component: Receivers,
  errorComponent: RouteFailure,
})

Receivers.preload = ReceiversPage.preload

function Receivers() {
  const navigate = Route.useNavigate()
  return (
    <ReceiversPage
      failingToday={
        <Suspense fallback={null}>
          <FailingToday />
        </Suspense>
      }
      search={Route.useSearch()}
      onSearch={(search, options) => void navigate({ search, ...options, resetScroll: false })}
    />
  )
}
