import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { Session } from '../../contract/session.ts'
import { request } from '../api/request.ts'
import { sessionQuery } from '../features/session/session-query.ts'
import { forgetDrafts } from '../forms/drafts.ts'
import classes from './account-details.module.css'
import * as messages from './account-details-messages.ts'
import { ColorSchemeChoice } from './color-scheme-choice.tsx'
import { OpenSessionList } from './open-session-list.tsx'

/** The service, the appearance, other sessions with the same token, and Sign out. */
export function AccountDetails({ session }: { session: Session }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const leave = useMutation({
    mutationFn: (end: typeof signOut) => end(),
    onSuccess: async () => {
      forgetDrafts()
      // End the session first, because the sign-in page redirects people who are signed in.
      const { account_key: _, ...described } = session
      const signedOut = { ...described, signed_in: false, name: null }
      queryClient.setQueryData(sessionQuery.queryKey, signedOut)
      await router.navigate({ to: '/sign-in', search: {} })
      // Remove the account's data from the cache.
      queryClient.clear()
    },
  })
  const isLeaving = (end: typeof signOut) => leave.isPending && leave.variables === end

  return (
    <>
      <p className={classes.caption}>{messages.signedInTo}</p>
      <p className={classes.host} translate="no">
        {session.service}
      </p>
      <ColorSchemeChoice />
      <OpenSessionList />
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="sm"
          loading={isLeaving(signOut)}
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => leave.mutate(signOut)}
        >
          {messages.signOut}
        </Button>
        <Button
          variant="subtle"
          size="sm"
          loading={isLeaving(signOutEverywhere)}
          onClick={() => leave.mutate(signOutEverywhere)}
        >
          {messages.signOutEverywhere}
        </Button>
      </div>
      {leave.isError && (
        <p className={classes.failed} role="alert">
          {messages.stillSignedIn}
        </p>
      )}
    </>
  )
}

export function signOut(): Promise<unknown> {
  return request(z.unknown(), '/gateway/session', { method: 'DELETE', expect: [204] })
}

/** Ends this session and all others with the same token. */
export function signOutEverywhere(): Promise<unknown> {
  return request(z.unknown(), '/gateway/sessions', { method: 'DELETE', expect: [204] })
}
