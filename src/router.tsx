import { createRouter } from '@tanstack/react-router'
import { createQueryClient } from './api/query-client.ts'
import { whenReachable } from './api/when-reachable.ts'
import { PageFailure } from './features/request-errors/route-failure.tsx'
import { forgetSession } from './features/session/session-query.ts'
import { reloadKeepingInput } from './forms/kept-over-reload.ts'
import { routeTree } from './routeTree.gen.ts'
import { parseSearch, stringifySearch } from './ui/search-string.ts'
import { NotFound } from './ui/states/not-found.tsx'

export const queryClient = createQueryClient({
  onSignedOut: askToSignInAgain,
  onOutdated: reloadKeepingInput,
  whenReachable,
})

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // Answers are kept by the query cache alone.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: PageFailure,
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
  const { pathname, href } = router.latestLocation
  // Several requests are often refused at once. The first one leads to Sign in, which asks who is
  // signed in; forgetting that again would cancel the question.
  if (pathname === '/sign-in') return
  forgetSession(queryClient)
  void router.navigate({ to: '/sign-in', search: { redirect: href, reason: 'signed-out' } })
}
