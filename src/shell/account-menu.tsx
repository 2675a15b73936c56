import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Session } from '../../contract/session.ts'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { sessionQuery } from '../features/session/session-query.ts'
import { SidebarPopover } from '../ui/sidebar/sidebar-popover.tsx'
import visuallyHidden from '../ui/visually-hidden.module.css'
import classes from './account-menu.module.css'

const AccountDetails = lazyPart(async () => (await import('./account-details.tsx')).AccountDetails)

/** Shows who is signed in to which service. The details are loaded when the popover opens. */
export function AccountMenu({ session }: { session: Session }) {
  // The person may enter it later.
  const { name } = useQuery({ ...sessionQuery, enabled: false }).data ?? session

  return (
    <div className={classes.place}>
      <SidebarPopover
        id="account"
        label="Account"
        buttonClass={classes.account}
        popoverClass={classes.menu}
        onApproach={AccountDetails.preload}
        button={
          <>
            <span className={visuallyHidden.only}>Account: </span>
            <span className={classes.who}>
              <span
                className={name ? classes.name : classes.service}
                translate={name ? 'no' : undefined}
              >
                {name ?? 'Signed in to'}
              </span>
              <span className={name ? classes.service : classes.name} translate="no">
                {session.service}
              </span>
            </span>
            <IconSelector size={16} aria-hidden />
          </>
        }
      >
        <AccountDetails session={session} />
      </SidebarPopover>
    </div>
  )
}
