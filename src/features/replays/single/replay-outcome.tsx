import type { ReplayItem } from '../../../../contract/replay.ts'
import { ApiError } from '../../../api/api-error.ts'
import { errorWords } from '../../../api/error-words.ts'
import { useTimes } from '../../../format/times.ts'
import { replayTone, replayWords } from '../replay-words.ts'
import classes from './replay-control.module.css'

type ReplayOutcomeProps = {
  /** The last replay that is known. */
  latest: ReplayItem | null
  isUnderWay: boolean
  /** Why the last press of the button started nothing. */
  error: Error | null
  /** It goes on, but can't be seen just now. */
  isOutOfSight: boolean
  wasStartedHere: boolean
  /** A page of a hundred would chatter, so a row is read out only where it was started here. */
  isReadOut?: boolean
}

/** What came of the last replay of an event, or of asking for one. */
export function ReplayOutcome(props: ReplayOutcomeProps) {
  const { latest, isUnderWay, error, isOutOfSight, wasStartedHere } = props
  const { isReadOut = wasStartedHere } = props
  const times = useTimes()
  return (
    <p className={classes.outcome} aria-live={isReadOut ? 'polite' : undefined}>
      {error !== null && (latest === null || isUnderWay || !isConflict(error)) && (
        <span data-tone="bad">Not started. {startProblem(error)} </span>
      )}
      {latest !== null && (error === null || isConflict(error)) && (
        <span
          // Another outcome is another element: it flashes, even where it says the same again.
          key={`${latest.run_id} ${latest.state}`}
          className={classes.news}
          data-tone={replayTone(latest.state)}
          data-flashes={wasStartedHere || undefined}
        >
          {replayWords(latest, times.exact)}
        </span>
      )}
      {isOutOfSight && isUnderWay && (
        <span data-tone="wait">
          {' '}
          It is still running, but its status can’t be loaded right now.
        </span>
      )}
    </p>
  )
}

/** The event is being replayed already: what comes of that is worth more than the refusal. */
function isConflict(error: Error): boolean {
  return error instanceof ApiError && error.kind === 'conflict'
}

/** The gateway's own sentence says best who is replaying the event already. */
function startProblem(error: Error): string {
  if (error instanceof ApiError && error.kind === 'conflict' && error.detail) return error.detail
  const { title, message } = errorWords(error)
  return `${title}. ${message}`
}
