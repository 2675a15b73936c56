import { createFileRoute, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { PageFailure } from '../features/request-errors/route-failure.tsx'
import { sessionQuery } from '../features/session/session-query.ts'
import { redirectPath, signInCode } from '../features/session/sign-in-address.ts'

const SignInSearch = z.object({
  redirect: z.pipe(
    z.catch(z.optional(z.string()), undefined),
    z.transform(value => redirectPath(value, window.location.origin)),
  ),
  reason: z.catch(z.optional(z.enum(['signed-out', 'not-done'])), undefined),
})

export const Route = createFileRoute('/sign-in')({
  validateSearch: SignInSearch,
  beforeLoad: async ({ context, search }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    // A link with a code starts a new sign-in, and a refused token has no session.
    if (session.signed_in && search.reason === undefined && signInCode() === null) {
      throw redirect({ href: search.redirect ?? '/', replace: true })
    }
    return { session }
  },
  component: lazyPart(() => import('../features/session/sign-in-page.tsx')),
  errorComponent: PageFailure,
})
