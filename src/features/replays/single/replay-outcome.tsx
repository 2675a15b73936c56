import type { EventState } from '../../../../contract/event-state.ts'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { ApiError } from '../../../api/api-error.ts'
import { describeError } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import chip from '../../../ui/chip.module.css'
import readOut from '../../../ui/read-out.module.css'
import { type ReplayTone, replayLabel, replaySummary, replayTone } from '../replay-messages.ts'
import { stateLabel, stateTone, stateWords } from '../states/state-labels.ts'
import classes from './replay-outcome.module.css'

type ReplayOutcomeProps = {
  /** The last replay that is known. */
  latest: ReplayItem | null
  /** What became of the event otherwise; null while it is missing. */
  state?: EventState | null
  isUnderWay: boolean
  /** Why the last press of the button started nothing. */
  error: Error | null
  /** It continues, but its status is unavailable. */
  isOutOfSight: boolean
  wasStartedHere: boolean
  /** A row is read out only where its replay was started here: a page of a hundred would chatter. */
  place: 'row' | 'drawer'
}

/** The outcome of the last replay of an event, or of asking for one. */
export function ReplayOutcome(props: ReplayOutcomeProps) {
  const { latest, state = null, isUnderWay, error, isOutOfSight, wasStartedHere, place } = props
  const times = useTimes()
  const isReadOut = place === 'drawer' || wasStartedHere
  return (
    <p className={classes.outcome} data-place={place} aria-live={isReadOut ? 'polite' : undefined}>
      {error !== null && (latest === null || isUnderWay || !isConflict(error)) ? (
        <span data-tone="bad">Not started. {startProblem(error)} </span>
      ) : isToldByState(state, latest, isUnderWay) ? (
        <Words
          label={stateLabel(state)}
          words={stateWords(state, times.exact)}
          tone={stateTone(state)}
        />
      ) : latest !== null ? (
        <span
          // Another outcome is another element: it flashes, even where it says the same again.
          key={`${latest.run_id} ${latest.state}`}
          className={classes.news}
          data-tone={replayTone(latest.state)}
          data-flashes={wasStartedHere || undefined}
        >
          <Words
            label={replayLabel(latest)}
            words={replaySummary(latest, times.exact)}
            tone={replayTone(latest.state)}
          />
        </span>
      ) : (
        place === 'row' && <span className={chip.chip}>Still missing</span>
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

/**
 * Whether the state says more than the latest replay: that the event is handled, that it was
 * delivered by an earlier replay, or what a replay came to that hasn't been loaded.
 */
function isToldByState(
  state: EventState | null,
  latest: ReplayItem | null,
  isUnderWay: boolean,
): state is EventState {
  if (state === null || isUnderWay) return false
  if (latest === null || state.state === 'handled') return true
  return state.state === 'delivered' && latest.state !== 'delivered'
}

/** The state as a chip, and what follows it beside it. Together they read as one sentence. */
function Words({ label, words, tone }: { label: string; words: string; tone: ReplayTone }) {
  const [, stop = '', rest = ''] = /^([,.:]?)\s*(.*)$/s.exec(words.slice(label.length)) ?? []
  return (
    <>
      <span className={chip.chip} data-tone={tone}>
        {label}
      </span>
      {stop && <span className={readOut.only}>{stop}</span>}
      {rest && ` ${rest}`}
    </>
  )
}

/** The event is being replayed already: what comes of that is worth more than the refusal. */
function isConflict(error: Error): boolean {
  return error instanceof ApiError && error.kind === 'conflict'
}

/** The gateway's own sentence says best who is replaying the event already. */
function startProblem(error: Error): string {
  if (error instanceof ApiError && error.kind === 'conflict' && error.detail) return error.detail
  const { title, message } = describeError(error)
  return `${title}. ${message}`
}
