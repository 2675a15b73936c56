import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { redirectPath } from '../features/session/redirect-path.ts'

const SignInSearch = z.object({
  redirect: z.string().optional().catch(undefined).transform(value => redirectPath(value, window.location.origin)),
  reason: z.enum(['signed-out']).optional().catch(undefined),
})

export const Route = createFileRoute('/sign-in')({
  validateSearch: SignInSearch,
  component: () => null,
})
