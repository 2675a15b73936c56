import { Button, UnstyledButton } from '@mantine/core'
import { IconLogout, IconSelector } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Session } from '../../../contract/session.ts'
import readOut from '../../ui/read-out.module.css'
import classes from './account-menu.module.css'
import { ColorSchemeChoice } from './color-scheme-choice.tsx'
import { sessionQuery, signOut } from './session-query.ts'

/** Who is signed in to which service; colours; Sign out. The browser's own popover opens it. */
export function AccountMenu({ session }: { session: Session }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      // The session goes first: Sign in would lead someone who is signed in straight back.
      queryClient.setQueryData(sessionQuery.queryKey, { ...session, signed_in: false, name: null })
      await router.navigate({ to: '/sign-in', search: {} })
      // Not even the cache keeps what the account was shown.
      queryClient.clear()
    },
  })

  return (
    <div className={classes.place}>
      <UnstyledButton className={classes.account} popoverTarget="account">
        <span className={readOut.only}>Account: </span>
        <span className={classes.who}>
          <span className={classes.name} translate={session.name ? 'no' : undefined}>
            {session.name ?? 'Signed in to'}
          </span>
          <span className={classes.service} translate="no">
            {session.service}
          </span>
        </span>
        <IconSelector size={16} aria-hidden />
      </UnstyledButton>
      <section id="account" popover="auto" className={classes.menu} aria-label="Account">
        <p className={classes.caption}>Signed in to</p>
        <p className={classes.host} translate="no">
          {session.service}
        </p>
        <ColorSchemeChoice />
        <Button
          fullWidth
          variant="default"
          size="sm"
          loading={leave.isPending}
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => leave.mutate()}
        >
          Sign out
        </Button>
        {leave.isError && (
          <p className={classes.failed} role="alert">
            You are still signed in: Redial could not be reached. Try again.
          </p>
        )}
      </section>
    </div>
  )
}
