import { Button } from '@mantine/core'
import { IconLogout, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Session } from '../../contract/session.ts'
import classes from './account-details.module.css'
import * as messages from './account-details-messages.ts'
import { ColorSchemeChoice } from './color-scheme-choice.tsx'
import { OpenSessionList } from './open-session-list.tsx'
import { signOut, signOutEverywhere, useSignOut } from './use-sign-out.ts'

/** The service, the appearance, other sessions with the same token, and Sign out. */
export function AccountDetails({ session }: { session: Session }) {
  const leave = useSignOut(session)
  const isLeaving = (end: typeof signOut) => leave.isPending && leave.variables === end

  return (
    <>
      <p className={classes.caption}>{messages.signedInTo}</p>
      <p className={classes.host} translate="no">
        {session.service}
      </p>
      {session.name !== null && <p className={classes.caption}>{messages.otherName}</p>}
      <ColorSchemeChoice />
      <OpenSessionList />
      <Link
        to="/settings"
        className={classes.settings}
        onClick={event => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      >
        <IconSettings size={18} stroke={1.75} aria-hidden />
        {messages.settings}
      </Link>
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
          data-danger
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
