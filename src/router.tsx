import { createRouter } from '@tanstack/react-router'
import { createQueryClient } from './api/query-client.ts'
import { RouteFailure } from './features/failure/route-failure.tsx'
import { forgetSession } from './features/session/session-query.ts'
import { routeTree } from './routeTree.gen.ts'
import { NotFound } from './ui/not-found.tsx'
import { parseSearch, stringifySearch } from './ui/search-string.ts'

export const queryClient = createQueryClient({ onSignedOut: askToSignInAgain })

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // Answers are kept by the query cache alone.
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

/** A 401 of any request ends here: Sign in says why, and leads back to the place one was at. */
function askToSignInAgain() {
  forgetSession(queryClient)
  const { pathname, href } = router.state.location
  if (pathname === '/sign-in') return
  void router.navigate({ to: '/sign-in', search: { redirect: href, reason: 'signed-out' } })
}
