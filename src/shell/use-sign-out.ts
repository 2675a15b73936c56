import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { Session } from '../../contract/session.ts'
import { request } from '../api/request.ts'
import { NOTHING_SELECTED } from '../features/replays/selection/selection.ts'
import { useSelection } from '../features/replays/selection/selection-context.tsx'
import { forgetName } from '../features/session/last-name.ts'
import { sessionQuery } from '../features/session/session-query.ts'
import { forgetDrafts } from '../forms/drafts.ts'

/** Ends `session` in one of these two ways, then opens the sign-in page. */
export function useSignOut(session: Session) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { select } = useSelection()
  return useMutation({
    mutationFn: (end: typeof signOut) => end(),
    onSuccess: async () => {
      forgetDrafts()
      forgetName(session.service)
      select(() => NOTHING_SELECTED)
      // End the session first, because the sign-in page redirects people who are signed in.
      const { account_key: _, ...described } = session
      const signedOut = { ...described, signed_in: false, name: null }
      queryClient.setQueryData(sessionQuery.queryKey, signedOut)
      await router.navigate({ to: '/sign-in', search: {} })
      // Remove the account's data from the cache.
      queryClient.clear()
    },
  })
}

export function signOut(): Promise<unknown> {
  return request(z.unknown(), '/gateway/session', { method: 'DELETE', expect: [204] })
}

/** Ends this session and all others with the same token. */
export function signOutEverywhere(): Promise<unknown> {
  return request(z.unknown(), '/gateway/sessions', { method: 'DELETE', expect: [204] })
}
