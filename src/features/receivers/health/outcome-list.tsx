import { Link } from '@tanstack/react-router'
import type { OutcomeCounts, ReceiverOutcome } from '../../../../contract/receiver.ts'
import { useTimes } from '../../../format/times.ts'
import { CallOfEvent } from '../../event/call-of-event.tsx'
import { failureSummary } from '../../event/cause/failure-cause.ts'
import { eventTitle } from '../../event/event-identity.ts'
import * as messages from './messages.ts'
import classes from './outcome-list.module.css'

/** The latest replays to a receiver, newest first. */
export function OutcomeList({ outcomes }: { outcomes: ReceiverOutcome[] }) {
  const times = useTimes()
  return (
    <ol className={classes.outcomes}>
      {outcomes.map(outcome => (
        <li key={`${outcome.run_id} ${outcome.event_id}`}>
          <time dateTime={outcome.at} title={times.full(outcome.at)}>
            {times.brief(outcome.at)}
          </time>
          <span data-tone={outcome.delivered ? 'good' : 'bad'}>
            {outcome.delivered ? messages.delivered : failureSummary(outcome)}
          </span>
          <div className={classes.event}>
            <Link to="/replays/$runId" params={{ runId: outcome.run_id }}>
              {eventTitle(outcome)}
            </Link>
            {outcome.call && <CallOfEvent call={outcome.call} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The number of replays to a receiver by outcome, within a period. */
export function OutcomeTotals({ title, counts }: { title: string; counts: OutcomeCounts }) {
  const { delivered, failed } = counts
  return (
    <div className={classes.totals}>
      <h4>{title}</h4>
      {delivered + failed === 0 ? (
        <p className={classes.none}>{messages.noReplays}</p>
      ) : (
        <p>
          <span data-tone={delivered > 0 ? 'good' : undefined}>
            {messages.deliveredCount(delivered)}
          </span>
          {', '}
          <span data-tone={failed > 0 ? 'bad' : undefined}>{messages.failedCount(failed)}</span>
        </p>
      )}
    </div>
  )
}
