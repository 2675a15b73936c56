import { IconSelector, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Session } from '../../contract/session.ts'
import { useIsOnline } from '../api/connection.ts'
import { nameQuestion, type Question, receiverQuestion } from '../api/request.ts'
import { NoticeBell } from '../features/notices/notice-bell.tsx'
import { lazyPart } from '../features/request-errors/lazy-part.tsx'
import { sessionQuery } from '../features/session/session-query.ts'
import { ShortcutsButton } from '../features/shortcuts/shortcuts.tsx'
import { Logo } from '../ui/logo.tsx'
import { onNotify } from '../ui/notification/notify.ts'
import { SidebarPopover } from '../ui/sidebar/sidebar-popover.tsx'
import { LoadingRows } from '../ui/table/loading-rows.tsx'
import visuallyHidden from '../ui/visually-hidden.module.css'
import accountMenuClasses from './account-menu.module.css'
import classes from './app-shell.module.css'
import offlineClasses from './offline-notice.module.css'
import { PaletteButton } from './palette-button.tsx'
import { PLACES } from './places.ts'

const ReceiverDialog = lazyPart(() => import('./receiver-dialog.tsx'), {
  overPage: { onClose: ({ onAnswer }) => onAnswer(false) },
})

const loadList = () => import('../ui/notification/notification-list.tsx')

const NotificationList = lazyPart<{ onClose: () => void }>(loadList, {
  overPage: { onClose: ({ onClose }) => onClose() },
})

const NameDialog = lazyPart(() => import('./name-dialog.tsx'), {
  overPage: { onClose: ({ onAnswer }) => onAnswer(false) },
})

export function AppShell({ session, children }: { session: Session; children: ReactNode }) {
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#page">
        Skip to content
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.brand} data-logo>
          <Logo size={28} />
          Redial
        </Link>
        <PaletteButton />
        <nav className={classes.nav} aria-label="Pages of Redial">
          {PLACES.map(({ to, name, Icon }) => (
            <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
              <Icon size={18} stroke={1.75} aria-hidden />
              <PlaceName name={name} />
            </Link>
          ))}
        </nav>
        <div className={classes.tools}>
          <NoticeBell />
          <Link to="/settings" aria-label="Settings">
            <IconSettings size={18} stroke={1.75} aria-hidden />
          </Link>
          <ShortcutsButton />
        </div>
        <AccountMenu session={session} />
      </header>
      <Page>
        <OfflineNotice />
        <Suspense fallback={<LoadingRows label="Loading the page…" />}>{children}</Suspense>
      </Page>
      <PageAnnouncement />
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

/** Announces each page that opens. The focus stays on the link, so a screen reader says nothing otherwise. */
function PageAnnouncement() {
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname })
  const announced = useRef<string>(undefined)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (path === undefined || path === announced.current) return
    if (announced.current !== undefined) setTitle(document.title)
    announced.current = path
  }, [path])
  return (
    <p aria-live="polite" className={visuallyHidden.only}>
      {title}
    </p>
  )
}

/** A phone has room for one word: "Failed" is only read out there. */
function PlaceName({ name }: { name: string }) {
  const rest = name.replace(/^Failed /, '')
  if (rest === name) return <span>{name}</span>
  return (
    <span>
      <span className={classes.prefix}>Failed </span>
      <span className={classes.rest}>{rest}</span>
    </span>
  )
}

/** Asks for the person's name over the page, when their first change needs it. */
function NameQuestion() {
  const [question, answer] = useQuestion(nameQuestion)
  return question && <NameDialog onAnswer={answer} />
}

/** Asks whether events may be sent to receivers that Redial found in a field of the service. */
function ReceiverQuestion() {
  const [question, answer] = useQuestion(receiverQuestion)
  return question && <ReceiverDialog {...question.subject} onAnswer={answer} />
}

/** The question that waits for an answer; null if none does. */
function useQuestion<Subject>({ onAsked }: Question<Subject>) {
  const [question, setQuestion] = useState<{
    subject: Subject
    answer: (isConfirmed: boolean) => void
  } | null>(null)
  useEffect(
    () => onAsked(subject => new Promise(answer => setQuestion({ subject, answer }))),
    [onAsked],
  )
  const end = (isConfirmed: boolean) => {
    setQuestion(null)
    question?.answer(isConfirmed)
  }
  return [question, end] as const
}

/** Where transient messages appear. Loads what shows them with the first one. */
function NotificationOutlet() {
  const [isUsed, setUsed] = useState(false)
  useEffect(
    () =>
      onNotify(message => {
        setUsed(true)
        // If it can't be loaded, NotificationList says so.
        void loadList().then(
          ({ showMessage }) => showMessage(message),
          () => undefined,
        )
      }),
    [],
  )
  return isUsed && <NotificationList onClose={() => setUsed(false)} />
}

/**
 * Shown above every page while the browser is offline. It is always rendered, so that screen
 * readers announce it.
 */
function OfflineNotice() {
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className={offlineClasses.offline}>
          No connection. This page may be out of date. Redial updates it when the connection is
          back.
        </p>
      )}
    </div>
  )
}

const AccountDetails = lazyPart(() => import('./account-details.tsx'))

/** Shows who is signed in to which service. The details are loaded when the popover opens. */
function AccountMenu({ session }: { session: Session }) {
  // The person may enter it later.
  const { name } = useQuery({ ...sessionQuery, enabled: false }).data ?? session

  return (
    <div className={accountMenuClasses.place}>
      <SidebarPopover
        id="account"
        label="Account"
        buttonClass={accountMenuClasses.account}
        popoverClass={accountMenuClasses.menu}
        onApproach={AccountDetails.preload}
        button={
          <>
            <span className={visuallyHidden.only}>Account: </span>
            <span className={accountMenuClasses.who}>
              <span
                className={name ? accountMenuClasses.name : accountMenuClasses.service}
                translate={name ? 'no' : undefined}
              >
                {name ?? 'Signed in to'}
              </span>
              <span
                className={name ? accountMenuClasses.service : accountMenuClasses.name}
                translate="no"
              >
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
