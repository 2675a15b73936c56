import { Button, UnstyledButton } from '@mantine/core'
import { IconLogout, IconSelector } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Session } from '../../../contract/session.ts'
import readOut from '../../ui/read-out.module.css'
import { lazyPart } from '../failure/lazy-part.tsx'
import classes from './account-menu.module.css'
import { sessionQuery, signOut } from './session-query.ts'

const ColorSchemeChoice = lazyPart(
  async () => (await import('./color-scheme-choice.tsx')).ColorSchemeChoice,
)

/** Who is signed in to which service; colours; Sign out. The browser's own popover opens it. */
export function AccountMenu({ session }: { session: Session }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [wasOpened, setWasOpened] = useState(false)
  // It may be given after the page was made.
  const { name } = useQuery({ ...sessionQuery, enabled: false }).data ?? session
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
          <span className={classes.name} translate={name ? 'no' : undefined}>
            {name ?? 'Signed in to'}
          </span>
          <span className={classes.service} translate="no">
            {session.service}
          </span>
        </span>
        <IconSelector size={16} aria-hidden />
      </UnstyledButton>
      <section
        id="account"
        popover="auto"
        className={classes.menu}
        aria-label="Account"
        onBeforeToggle={() => setWasOpened(true)}
      >
        <p className={classes.caption}>Signed in to</p>
        <p className={classes.host} translate="no">
          {session.service}
        </p>
        <div className={classes.colours}>
          <Suspense>{wasOpened && <ColorSchemeChoice />}</Suspense>
        </div>
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
