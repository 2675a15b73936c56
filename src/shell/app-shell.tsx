import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Session } from '../../contract/session.ts'
import { ShortcutsButton } from '../features/shortcuts/shortcuts-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { LoadingRows } from '../ui/table/loading-rows.tsx'
import { AccountMenu } from './account-menu.tsx'
import classes from './app-shell.module.css'
import * as messages from './messages.ts'
import { NameQuestion } from './name-question.tsx'
import { NotificationOutlet } from './notification-outlet.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { PaletteButton } from './palette-button.tsx'
import { PLACES } from './places.ts'
import { ReceiverQuestion } from './receiver-question.tsx'

/** The navigation and header around every page after sign-in. */
export function AppShell({ session, children }: { session: Session; children: ReactNode }) {
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#page">
        {messages.skipToContent}
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.brand} data-logo onClick={announceNextPages}>
          <Logo size={28} />
          Redial
        </Link>
        <PaletteButton />
        <nav className={classes.nav} aria-label={messages.pagesOfRedial}>
          {PLACES.map(({ to, name, Icon }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              onClick={announceNextPages}
            >
              <Icon size={18} stroke={1.75} aria-hidden />
              <PlaceName name={name} />
            </Link>
          ))}
        </nav>
        <div className={classes.tools}>
          <ShortcutsButton />
        </div>
        <AccountMenu session={session} />
      </header>
      <Page>
        <OfflineNotice />
        <Suspense fallback={<LoadingRows label={messages.loadingPage} />}>{children}</Suspense>
      </Page>
      <NameQuestion />
      <ReceiverQuestion />
      <NotificationOutlet />
    </div>
  )
}

/** The old page stays until the code of the next one is there. A line says so if that takes long. */
function Page({ children }: { children: ReactNode }) {
  const isLoading = useRouterState({ select: state => state.isLoading })
  return (
    <main id="page" className={classes.page} tabIndex={-1} aria-busy={isLoading || undefined}>
      {children}
    </main>
  )
}

/** Loads what announces the titles of pages. It isn't needed until another page is opened. */
function announceNextPages() {
  const { pathname } = window.location
  const { title } = document
  import('./announce-pages.ts').then(
    ({ announcePages }) => announcePages(pathname, title),
    () => undefined,
  )
}

/** A phone has room for one word: "Failed" is only read out there. */
function PlaceName({ name }: { name: string }) {
  const rest = name.replace(/^Failed /, '')
  if (rest === name) return name
  return (
    <span>
      <span className={classes.prefix}>Failed </span>
      <span className={classes.rest}>{rest}</span>
    </span>
  )
}
