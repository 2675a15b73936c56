import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconLogout, IconSelector } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Session } from '../../../contract/session.ts'
import classes from './account-menu.module.css'
import { ColorSchemeItems } from './color-scheme-items.tsx'
import { forgetSession, signOut } from './session-query.ts'

/** Who is signed in to which service; colours; Sign out. */
export function AccountMenu({ session }: { session: Session }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      await router.navigate({ to: '/sign-in' })
      forgetSession(queryClient)
      queryClient.clear()
    },
  })

  return (
    <Menu position="top-start" width={232} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.account} aria-label="Account">
          <span className={classes.who}>
            <span className={classes.name}>{session.name ?? 'Signed in'}</span>
            <span className={classes.service}>{session.service}</span>
          </span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Signed in to {session.service}
          {session.name === null ? '' : ` as ${session.name}`}
        </Menu.Label>
        <Menu.Divider />
        <ColorSchemeItems checkmark={<IconCheck size={16} aria-hidden />} />
        <Menu.Divider />
        <Menu.Item
          closeMenuOnClick={false}
          disabled={leave.isPending}
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => leave.mutate()}
        >
          Sign out
        </Menu.Item>
        {leave.isError && (
          <p className={classes.failed} role="alert">
            You are still signed in: Redial could not be reached. Try again.
          </p>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
