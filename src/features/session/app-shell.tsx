import {
  IconAlertCircle,
  IconBan,
  IconLayoutDashboard,
  IconPhoneX,
  IconRefresh,
  IconSettings,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Session } from '../../../contract/session.ts'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import logo from '../../ui/redial.svg'
import { AccountMenu } from './account-menu.tsx'
import classes from './app-shell.module.css'
import { OfflineNotice } from './offline-notice.tsx'

/** What stands around every page of someone who is signed in. */
export function AppShell({ session, children }: { session: Session; children: ReactNode }) {
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#page">
        Skip to the page
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.brand}>
          <img src={logo} alt="" width={28} height={28} />
          Redial
        </Link>
        <nav className={classes.nav} aria-label="Pages of Redial">
          <Link to="/" activeOptions={{ exact: true, includeSearch: false }}>
            <IconLayoutDashboard size={18} stroke={1.75} aria-hidden />
            Overview
          </Link>
          <Link to="/failed-calls" activeOptions={{ includeSearch: false }}>
            <IconPhoneX size={18} stroke={1.75} aria-hidden />
            Failed calls
          </Link>
          <Link to="/failed-ai-events" activeOptions={{ includeSearch: false }}>
            <IconAlertCircle size={18} stroke={1.75} aria-hidden />
            Failed AI events
          </Link>
          <Link to="/blocklist" activeOptions={{ includeSearch: false }}>
            <IconBan size={18} stroke={1.75} aria-hidden />
            Blocklist
          </Link>
          <Link to="/replays" activeOptions={{ includeSearch: false }}>
            <IconRefresh size={18} stroke={1.75} aria-hidden />
            Replays
          </Link>
          <Link to="/settings">
            <IconSettings size={18} stroke={1.75} aria-hidden />
            Settings
          </Link>
        </nav>
        <AccountMenu session={session} />
      </header>
      <main id="page" className={classes.page} tabIndex={-1}>
        <OfflineNotice />
        <Suspense fallback={<LoadingRows label="Loading the page…" />}>{children}</Suspense>
      </main>
    </div>
  )
}
