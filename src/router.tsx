import { createRouter } from '@tanstack/react-router'
import { whenReachable } from './api/connection.ts'
import { createQueryClient } from './api/query-client.ts'
import { RouteFailure } from './features/request-errors/route-failure.tsx'
import { sessionQuery } from './features/session/session-query.ts'
import { routeTree } from './routeTree.gen.ts'
import { parseSearch, stringifySearch } from './ui/search-string.ts'
import { NotFound } from './ui/states/states.tsx'

export const queryClient = createQueryClient({
  onSignedOut: askToSignInAgain,
  whenReachable,
})

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // Only the query cache keeps answers.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Handles a 401 of any request. The sign-in page says why and returns to the current URL. */
function askToSignInAgain(refused: 'query' | 'mutation') {
  const { pathname, href } = router.latestLocation
  // Several requests are often refused at once. The first one opens the sign-in page, which loads the
  // session. Removing it from the cache again would cancel that request.
  if (pathname === '/sign-in') {
    // A query was refused before the change was.
    if (refused === 'mutation')
      void router.navigate({ to: '/sign-in', search: notDone, replace: true })
    return
  }
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  const reason = refused === 'query' ? 'signed-out' : 'not-done'
  void router.navigate({ to: '/sign-in', search: { redirect: href, reason } })
}

const notDone = <Search extends object>(search: Search) => ({
  ...search,
  reason: 'not-done' as const,
})
