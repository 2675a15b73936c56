import type { ReactNode } from 'react'
import type { EventState } from '../../../../contract/event-state.ts'
import type { ReplayItem } from '../../../../contract/replay.ts'
import { ApiError } from '../../../api/api-error.ts'
import { describeError, errorText } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import chip from '../../../ui/chip.module.css'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import {
  briefReplay,
  type ReplayTone,
  replayLabel,
  replaySummary,
  replayTone,
} from '../replay-messages.ts'
import type { EventStatesResult } from '../states/event-states-query.ts'
import { briefState, formatState, STATE_LOOKS } from '../states/state-labels.ts'
import classes from './replay-outcome.module.css'

type ReplayOutcomeProps = {
  latest: ReplayItem | null
  /** The state of the event without replays; null while it is missing. */
  state: EventState | null
  isUnderWay: boolean
  /** Why the last click on the button started nothing. */
  error: Error | null
  /** It continues, but its status is unavailable. */
  isStatusUnavailable: boolean
  wasStartedHere: boolean
  /** Whether screen readers announce it. In a row, only if the replay was started here. */
  place: 'row' | 'drawer'
  /** Shown while there is no replay and no state. */
  otherwise: ReactNode
}

/** The state of an event, with the outcome of its latest replay, or why a replay could not start. */
export function ReplayOutcome(props: ReplayOutcomeProps) {
  const { latest, state, isUnderWay, error, wasStartedHere, place } = props
  const isRow = place === 'row'
  const isSkipped = latest?.state === 'skipped'
  const isRefused = error !== null && (latest === null || isUnderWay || !isConflict(error))
  return (
    <p
      className={classes.outcome}
      data-place={place}
      data-refused={isRefused || (isSkipped && wasStartedHere) || undefined}
      aria-live={!isRow || wasStartedHere ? 'polite' : undefined}
    >
      <Outcome {...props} />
      {/* Skipped is no state of an event, but says why nothing was sent. */}
      {isSkipped && (state === null || wasStartedHere) && (
        <Rest
          text={replaySummary(latest, null)}
          brief={isRow ? replaySummary(latest, null) : null}
          tone={wasStartedHere ? 'bad' : undefined}
        />
      )}
      {isRefused && (
        <Rest
          text={`Not started. ${startProblem(error)}`}
          brief={isRow ? briefProblem(error) : null}
          tone="bad"
        />
      )}
      {props.isStatusUnavailable && isUnderWay && (
        <span data-tone="wait">
          {' '}
          It is still running, but its status can’t be loaded right now.
        </span>
      )}
    </p>
  )
}

function Outcome(props: ReplayOutcomeProps) {
  const { latest, state, isUnderWay, wasStartedHere, place, otherwise } = props
  const times = useTimes()
  const isRow = place === 'row'
  if (isReportedByState(state, latest, isUnderWay)) {
    const failed = wasStartedHere ? failedAnyway(state, latest) : null
    const text = formatState(state, times.exact)
    return (
      <TonedText
        text={failed ? `${text}. ${replaySummary(failed, times.exact)}` : text}
        brief={isRow ? (failed ? replayLabel(failed) : briefState(state, times.brief)) : null}
        {...STATE_LOOKS[state.state]}
      />
    )
  }
  if (latest === null || latest.state === 'skipped') return otherwise
  const tone = replayTone(latest.state)
  return (
    <span
      // A new outcome gets a new element, so that it flashes even if its text is the same.
      key={`${latest.run_id} ${latest.state}`}
      className={classes.notice}
      data-tone={tone}
      data-flashes={wasStartedHere || undefined}
    >
      <TonedText
        label={replayLabel(latest)}
        text={`${replaySummary(latest, times.exact)}${formatSender(latest)}`}
        brief={isRow ? briefReplay(latest, times.brief) : null}
        tone={tone}
      />
    </span>
  )
}

/**
 * Whether the state says more than the latest replay: that the event is handled, that an earlier
 * replay delivered it, or the outcome of a replay that isn't loaded. A skipped replay says nothing.
 */
function isReportedByState(
  state: EventState | null,
  latest: ReplayItem | null,
  isUnderWay: boolean,
): state is EventState {
  if (state === null || isUnderWay) return false
  if (latest === null || latest.state === 'skipped' || state.state === 'handled') return true
  return state.state === 'delivered' && latest.state !== 'delivered'
}

/** The replay of a handled event that was sent anyway and failed, so that it stays handled. */
function failedAnyway(state: EventState | null, latest: ReplayItem | null): ReplayItem | null {
  if (state?.state !== 'handled' || latest?.state !== 'failed_again') return null
  return Date.parse(latest.created_at) > Date.parse(state.at ?? '') ? latest : null
}

/** The person who delivered it. Other outcomes name theirs in the details. */
function formatSender({ state, who }: ReplayItem): string {
  return state === 'delivered' && who !== null ? ` by ${who}` : ''
}

type TonedTextProps = {
  label: string
  text: string
  /** What a row shows of the text after the label, below the chip; null where there is room for all of it. */
  brief: string | null
  tone: ReplayTone
}

/** The state as a chip with the rest of the text. Together they are one sentence. */
function TonedText({ label, text, brief, tone }: TonedTextProps) {
  const [, stop = '', rest = ''] = /^([,.:]?)\s*(\S.*)?$/s.exec(text.slice(label.length)) ?? []
  return (
    <>
      <span className={chip.chip} data-tone={tone}>
        {label}
        {/* Within the chip, because names of elements have a space after it. */}
        {stop && <span className={classes.stop}>{stop}</span>}
      </span>
      {rest && <Rest text={rest} brief={brief} />}
    </>
  )
}

function Rest({
  text,
  brief,
  tone,
}: Pick<TonedTextProps, 'text' | 'brief'> & { tone?: 'bad' | undefined }) {
  if (brief === null) return <span data-tone={tone}> {text}</span>
  return (
    <>
      <span className={visuallyHidden.only}> {text}</span>
      <span className={classes.brief} data-tone={tone} title={text} aria-hidden>
        {brief || text}
      </span>
    </>
  )
}

/** The event is already being replayed, so the outcome matters more than the refusal. */
function isConflict(error: Error): boolean {
  return error instanceof ApiError && error.kind === 'conflict'
}

/** "Being sent already by a replay of Thandi", or the title of another problem. */
function briefProblem(error: Error): string {
  return isConflict(error)
    ? startProblem(error).replace(/(, started on .*|\. Nothing was sent\.)$/s, '')
    : describeError(error).title
}

/** The gateway's own message says who is already replaying the event. */
function startProblem(error: Error): string {
  if (error instanceof ApiError && error.kind === 'conflict' && error.detail) return error.detail
  return errorText(error)
}

export type KnownStates = Pick<EventStatesResult, 'states' | 'hasFailed' | 'isUnavailable'>

/**
 * The state of an event without a replay and without a mark: still missing if the gateway was asked,
 * otherwise unknown, or an empty chip while states load.
 */
export function missingChip(
  { states, hasFailed }: Omit<KnownStates, 'isUnavailable'>,
  eventId: string,
): ReactNode {
  if (states?.has(eventId)) return STILL_MISSING
  return hasFailed ? STATE_UNKNOWN : STATE_LOADING
}

const STILL_MISSING = (
  <span className={chip.chip} data-tone="wait">
    Still missing
  </span>
)
const STATE_UNKNOWN = <span className={chip.chip}>State unknown</span>
/** As large as the chip that will most often replace it. Screen readers would announce it for each row. */
const STATE_LOADING = <span className={chip.chip} data-loading="Still missing" aria-hidden />
