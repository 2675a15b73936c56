import { Button, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { use } from 'react'
import { OpenSessions, type Session } from '../../contract/session.ts'
import { formatCount, formatNumber } from '../../contract/text/count.ts'
import { errorText } from '../api/error-messages.ts'
import { request, sendChange } from '../api/request.ts'
import { useChange } from '../api/use-change.ts'
import { noticesQuery, setWatch, useNoticeChange } from '../features/notices/notices-query.ts'
import { NOTHING_SELECTED, useSelection } from '../features/replays/selection/selection.tsx'
import { isActive, standingOrdersQuery } from '../features/replays/waiting/standing-orders-query.ts'
import { rememberName } from '../features/session/last-name.ts'
import { sessionQuery } from '../features/session/session-query.ts'
import { TimesContext } from '../format/times.ts'
import { forgetDrafts } from '../forms/drafts.ts'
import { Notice } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import classes from './account-details.module.css'

const signOutLabel = 'Sign out'

const openSessionsQuery = queryOptions({
  queryKey: ['open-sessions'],
  queryFn: ({ signal }) => request(OpenSessions, '/gateway/sessions', { signal }),
  // Refetched each time the menu opens, so that the list is current.
  staleTime: 0,
})

export default function AccountDetails({ session }: { session: Session }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const leave = useSignOut(session)
  const isLeaving = (what: Ended) => leave.isPending && leave.variables === what

  return (
    <>
      <p className={classes.caption}>Signed in to</p>
      <p className={classes.host} translate="no">
        {session.service}
      </p>
      {session.name !== null && (
        <p className={classes.caption}>
          To change your name, sign out, then sign in with the new name.
        </p>
      )}
      <div className={classes.appearance}>
        <Segments
          isSmall
          legend="Appearance"
          options={SCHEMES.map(({ value, label, Icon }) => ({
            value,
            label: (
              <>
                <Icon size={15} aria-hidden /> {label}
              </>
            ),
          }))}
          chosen={colorScheme}
          onChoose={setColorScheme}
        />
      </div>
      <OpenSessionList />
      <StandingOrdersNote />
      <WatchNote />
      <div className={classes.buttons}>
        <Button
          loading={isLeaving('session')}
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => leave.mutate('session')}
        >
          {signOutLabel}
        </Button>
        <Button
          variant="subtle"
          data-danger
          loading={isLeaving('sessions')}
          onClick={() => leave.mutate('sessions')}
        >
          Sign out everywhere
        </Button>
      </div>
      {leave.isError && (
        <Notice tone="bad">
          You are still signed in, because Redial could not be reached. Try again.
        </Notice>
      )}
    </>
  )
}

/** This session, or all with the same token. */
type Ended = 'session' | 'sessions'

/** Signs out, then opens the sign-in page. */
function useSignOut(session: Session) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { select } = useSelection()
  return useMutation({
    mutationFn: (what: Ended) => sendChange(`/gateway/${what}`, { method: 'DELETE' }),
    onSuccess: async () => {
      forgetDrafts()
      rememberName(session.service, null)
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

/** What continues after the person signs out, and whether Redial keeps their token for it. */
function StandingOrdersNote() {
  const { data } = useQuery(standingOrdersQuery)
  const forget = useChange(
    () => sendChange('/gateway/orders/tokens', { method: 'DELETE' }),
    standingOrdersQuery,
  )
  const orders = data?.results.filter(isActive) ?? []
  const withToken = orders.filter(({ is_own_token }) => is_own_token)
  if (orders.length === 0) return null
  return (
    <section className={classes.sessions} aria-label="Waiting replays">
      <p className={classes.caption}>
        Replays still wait for {formatCount(orders.length, 'receiver', 'receivers')} after you sign
        out: <Link to="/replays/waiting">Waiting</Link>.
      </p>
      {withToken.length > 0 && (
        <>
          <p className={classes.caption}>
            Redial keeps your API token for {formatNumber(withToken.length)} of them, to send what
            fails until the receiver recovers.
          </p>
          <Button size="xs" loading={forget.isPending} onClick={() => forget.mutate()}>
            Forget the token
          </Button>
        </>
      )}
      {forget.error && <Notice tone="bad">{errorText(forget.error)}</Notice>}
    </section>
  )
}

/** Lists the sessions with the same token. A person can end sessions that they don't recognise. */
function OpenSessionList() {
  const times = use(TimesContext)
  const { data, error } = useQuery(openSessionsQuery)
  // A session that has already ended counts as ended.
  const end = useChange(
    (id: string) => sendChange(`/gateway/sessions/${id}`, { method: 'DELETE', expect: [204, 404] }),
    openSessionsQuery,
  )
  const problem = end.error ?? error

  return (
    <section className={classes.sessions} aria-labelledby="open-sessions">
      <h2 id="open-sessions">Where you are signed in</h2>
      <ul>
        {data === undefined && problem === null && <li className={classes.when}>Loading…</li>}
        {data?.results.map(({ id, browser, name, started_at, last_used_at, is_this_one }) => (
          <li key={id}>
            <div>
              <p className={classes.browser}>
                {browser}
                {is_this_one && <span className={classes.here}>This browser</span>}
              </p>
              <p className={classes.when}>
                {name !== null && <span translate="no">{name}</span>}
                <span>Started {times.brief(started_at)}</span>
                <span>Last used {times.brief(last_used_at)}</span>
              </p>
            </div>
            {!is_this_one && (
              <Button
                variant="subtle"
                size="xs"
                loading={end.isPending && end.variables === id}
                aria-label={`Sign out ${browser}, started ${times.brief(started_at)}`}
                onClick={() => end.mutate(id)}
              >
                {signOutLabel}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {problem && <Notice tone="bad">{errorText(problem)}</Notice>}
    </section>
  )
}

/** Stored in this browser only. */
const SCHEMES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const

/** In the account menu: Redial reads with somebody's token after people sign out. */
function WatchNote() {
  const { data } = useQuery(noticesQuery)
  const change = useNoticeChange(setWatch)
  if (data?.watch.state !== 'on') return null
  const { who } = data.watch
  return (
    <section className={classes.sessions} aria-label="Watching">
      <p>
        Redial watches this account after you sign out, with the token of{' '}
        {who === null ? 'the person who allowed it' : <span translate="no">{who}</span>}.
      </p>
      <Button size="xs" loading={change.isPending} onClick={() => change.mutate(false)}>
        Stop watching
      </Button>
      {change.error && <Notice tone="bad">{errorText(change.error)}</Notice>}
    </section>
  )
}
