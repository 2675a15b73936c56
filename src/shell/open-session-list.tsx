import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { describeError } from '../api/error-messages.ts'
import { TimesContext } from '../format/times.ts'
import classes from './account-details.module.css'
import * as messages from './account-details-messages.ts'
import { openSessionsQuery, useEndSession } from './open-sessions-query.ts'

/** Lists the sessions with the same token. A person can end sessions that they don't recognise. */
export function OpenSessionList() {
  const times = use(TimesContext)
  const { data, error } = useQuery(openSessionsQuery)
  const end = useEndSession()
  const problem = end.error ?? error

  return (
    <section className={classes.sessions} aria-labelledby="open-sessions">
      <h2 id="open-sessions">{messages.openSessions}</h2>
      <ul>
        {data === undefined && problem === null && (
          <li className={classes.when}>{messages.loading}</li>
        )}
        {data?.results.map(({ id, browser, name, started_at, last_used_at, is_this_one }) => (
          <li key={id}>
            <div>
              <p className={classes.browser}>
                {browser}
                {is_this_one && <span className={classes.here}>{messages.thisBrowser}</span>}
              </p>
              <p className={classes.when}>
                {name !== null && <span translate="no">{name}</span>}
                <span>{messages.started(times.brief(started_at))}</span>
                <span>{messages.lastUsed(times.brief(last_used_at))}</span>
              </p>
            </div>
            {!is_this_one && (
              <Button
                variant="subtle"
                size="xs"
                loading={end.isPending && end.variables === id}
                aria-label={messages.signOutSession(browser, times.brief(started_at))}
                onClick={() => end.mutate(id)}
              >
                {messages.signOut}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {problem !== null && (
        <p className={classes.failed} role="alert">
          {describeError(problem).title}. {describeError(problem).message}
        </p>
      )}
    </section>
  )
}
