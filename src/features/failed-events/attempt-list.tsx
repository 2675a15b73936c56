import type { Attempt } from '../../../contract/failed-event.ts'
import { useTimes } from '../session/times.ts'
import classes from './attempt-list.module.css'
import { type FailureCause, failureCause, failureSummary } from './failure-cause.ts'
import { millisecondsWords } from './tries-words.ts'

/** Causes of which the sender's own words say more than ours. */
const TOLD_MORE: FailureCause[] = [
  'no-secure-connection',
  'address-not-allowed',
  'name-not-found',
  'unreachable',
]

/** The automatic attempts, the first one first. */
export function AttemptList({ attempts }: { attempts: Attempt[] }) {
  const times = useTimes()
  return (
    <section>
      <h3>Attempts</h3>
      {attempts.length === 0 ? (
        <p className={classes.none}>The service doesn’t tell of its attempts.</p>
      ) : (
        <ol className={classes.attempts}>
          {attempts.map((attempt, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what has happened stays in its order
            <li key={index}>
              <time dateTime={attempt.at}>{times.moment(attempt.at)}</time>
              <span>
                {failureSummary(attempt)}
                {TOLD_MORE.includes(failureCause(attempt)) && (
                  <span className={classes.raw}>“{attempt.error}”</span>
                )}
              </span>
              <span className={classes.took}>{millisecondsWords(attempt.duration_ms)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
