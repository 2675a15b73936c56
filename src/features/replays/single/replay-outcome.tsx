import { IconRefresh } from '@tabler/icons-react'
import { createContext, type ReactNode, use } from 'react'
import type { EventState } from '../../../../contract/event-state.ts'
import type { ReplayItem } from '../../../../contract/replay.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { ApiError } from '../../../api/api-error.ts'
import { describeError, errorText } from '../../../api/error-messages.ts'
import { useTimes } from '../../../format/times.ts'
import button from '../../../ui/row-button.module.css'
import { Chip } from '../../../ui/states/chip.tsx'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import type { EventRow } from '../../event/event-row.ts'
import {
  cannotReplay,
  formatOutcome,
  type ReplayTone,
  replaySummary,
  STATE_LOOKS,
  WAITS,
} from '../replay-messages.ts'
import type { EventStatesResult } from '../states/event-states-query.ts'
import classes from './replay-outcome.module.css'
import { isReplayRunning, type Press, useReplays, wasDelivered } from './use-replays.tsx'

type ReplayOutcomeProps = {
  row: Pick<EventRow, 'target' | 'replay' | 'state'>
  /** The last click on the button of this event; undefined if there was none on this page. */
  press: Press | undefined
  ofStates: KnownStates
  /** Whether screen readers announce it. In a row, only if the replay was started here. */
  place: 'row' | 'drawer'
}

/** The state of an event, with the outcome of its latest replay, or why a replay could not start. */
export function ReplayOutcome(props: ReplayOutcomeProps) {
  const { press, ofStates, place } = props
  const { replay: latest } = props.row
  const isRow = place === 'row'
  const isRunning = isReplayRunning(press, latest)
  const note = noteOf(props)
  return (
    <p
      className={classes.outcome}
      data-place={place}
      data-refused={note?.tone === 'bad' || undefined}
      aria-live={!isRow || press !== undefined ? 'polite' : undefined}
    >
      <Outcome {...props} />
      {note && <Rest {...note} brief={isRow ? note.brief : null} />}
      {ofStates.isUnavailable && (isRunning || isUnseen(press, latest)) && (
        <span data-tone="wait">
          {' '}
          It is still running, but its status can’t be loaded right now.
        </span>
      )}
    </p>
  )
}

type Note = { text: string; brief: string; tone?: 'bad' | 'wait' }

/** What is added to the state: that the last click sent nothing yet or nothing at all, and why. */
function noteOf({ row: { replay: latest, state }, press }: ReplayOutcomeProps): Note | null {
  switch (press?.state) {
    case 'starting':
      return press.problem === null ? null : sameNote(`Not sent yet. ${press.problem}`, 'wait')
    case 'skipped':
      return sameNote(`Skipped: ${press.reason}`, 'bad')
    case 'refused': {
      const { error } = press
      // The event is already being replayed, so the outcome matters more than the refusal.
      if (isConflict(error) && latest !== null && !isReplayRunning(press, latest)) break
      return {
        text: `Not started. ${errorText(error)}`,
        brief: briefProblem(error),
        tone: 'bad',
      }
    }
  }
  // These are no states of an event, but say why nothing was sent.
  if (latest?.waits_for) return WAITS[latest.waits_for]
  const isNoted = state === null && latest?.state === 'skipped'
  return isNoted ? sameNote(replaySummary(latest, null)) : null
}

function sameNote(text: string, tone?: Note['tone']): Note {
  return { text, brief: text, ...(tone && { tone }) }
}

/** Whether a started replay is not among the known ones yet. */
function isUnseen(press: Press | undefined, latest: ReplayItem | null): boolean {
  return press?.state === 'started' && press.runId !== latest?.run_id
}

function Outcome({ row: { target, state }, press, ofStates, place }: ReplayOutcomeProps) {
  const times = useTimes()
  if (state === null) return missingChip(ofStates, target.id)
  const { label, tone, comma, rest, brief } = partsOf(state, press !== undefined, times)
  return (
    <span
      // A new outcome gets a new element, so that it flashes even if its text is the same.
      key={`${state.state} ${state.at}`}
      className={classes.notice}
      data-tone={tone}
      data-flashes={press !== undefined || undefined}
    >
      <Chip tone={tone}>
        {label}
        {/* Within the chip, because names of elements have a space after it. */}
        {comma && <span className={classes.comma}>{comma}</span>}
      </Chip>
      {rest && <Rest text={rest} brief={place === 'row' ? brief : null} />}
    </span>
  )
}

/** What became of an event. The label and the rest are one sentence. */
type Parts = {
  label: string
  tone: ReplayTone
  /** What is between the two. */
  comma?: ','
  /** "answered 200 at 14:03:09" */
  rest: string
  /** What a row has instead of the rest: "14:03 · Thandi". */
  brief: string
}

function partsOf(became: EventState, isPressed: boolean, times: Times): Parts {
  const { state, at, who, failure, failed_again_at: failedAt } = became
  const look = STATE_LOOKS[state]
  if (at === null) return { ...look, rest: '', brief: '' }
  const brief = [times.brief(at), who].filter(Boolean).join(' · ')
  const atTime = `at ${times.exact(at)}`
  const failed = failedAt && `${times.exact(failedAt)}: ${formatOutcome(failure)}`
  // The details of a failure name the person.
  if (state === 'failed_again') return { ...look, rest: failed ? `at ${failed}` : atTime, brief }
  const by = who === null ? '' : ` by ${who}`
  if (state === 'delivered') {
    return { ...look, comma: ',', rest: `answered 200 ${atTime}${by}`, brief }
  }
  const rest = `${atTime}${by}`
  // A handled event that was sent anyway and failed stays handled.
  const isNewer = failedAt !== null && Date.parse(failedAt) > Date.parse(at)
  if (!isPressed || !isNewer) return { ...look, rest, brief }
  const { label } = STATE_LOOKS.failed_again
  return { ...look, rest: `${rest}. ${label} at ${failed}`, brief: label }
}

type RestProps = Pick<Note, 'text' | 'tone'> & {
  /** null where there is room for all of the text. */
  brief: string | null
}

function Rest({ text, brief, tone }: RestProps) {
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

function isConflict(error: Error): boolean {
  return error instanceof ApiError && error.kind === 'conflict'
}

/** "Was already being sent by a replay of Thandi", or the title of another problem. */
function briefProblem(error: Error): string {
  return isConflict(error)
    ? errorText(error).replace(/(, started on .*|\. Nothing was sent\.)$/s, '')
    : describeError(error).title
}

export type KnownStates = Pick<EventStatesResult, 'states' | 'hasFailed' | 'isUnavailable'>

/**
 * The state of an event without a replay and without a mark: still missing if the gateway was asked,
 * otherwise unknown, or an empty chip while states load.
 */
function missingChip(
  { states, hasFailed }: Omit<KnownStates, 'isUnavailable'>,
  eventId: string,
): ReactNode {
  if (states?.has(eventId)) return STILL_MISSING
  return hasFailed ? STATE_UNKNOWN : STATE_LOADING
}

const STILL_MISSING = <Chip tone="wait">Still missing</Chip>
const STATE_UNKNOWN = <Chip>State unknown</Chip>
/** As large as the chip that will most often replace it. Screen readers would announce it for each row. */
const STATE_LOADING = <Chip data-loading="Still missing" aria-hidden />

/** What is known about the states of a table's events. */
export const KnownStatesContext = createContext<KnownStates>({
  states: undefined,
  hasFailed: false,
  isUnavailable: false,
})

/*
 * The Replay button of a row and its outcome. A page has a hundred of them, so they are plain elements
 * without state.
 */

export function ReplayCell({ row, name }: { row: EventRow; name: string }) {
  const { presses, replay } = useReplays()
  const { obstacle } = row
  const press = presses.get(row.target.id)
  const isRunning = isReplayRunning(press, row.replay)
  const isOff = isRunning || obstacle !== null
  const isDelivered = wasDelivered(row.replay, row.state)
  return (
    // A `disabled` button would lose the focus during the replay.
    <button
      type="button"
      // Its menu has "Replay again".
      hidden={isDelivered}
      ref={isDelivered && press !== undefined ? passFocusToMenu : undefined}
      className={button.button}
      // The title names the button, because its text is hidden from screen readers. With a label, a search for a
      // field by its label would find any company's button.
      title={obstacle === null ? `Replay ${name}` : cannotReplay(name, obstacle)}
      aria-disabled={isOff}
      onClick={isOff ? undefined : () => replay({ row, name })}
    >
      {isRunning ? LOADER : ICON}
      <span aria-hidden>Replay</span>
    </button>
  )
}

/** The button that a person has pressed is hidden now, and the focus is lost with it. */
function passFocusToMenu(pressed: HTMLButtonElement | null) {
  if (document.activeElement !== document.body) return
  pressed?.parentElement?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus()
}

export function OutcomeCell({ row }: { row: EventRow }) {
  const { target, replay, state } = row
  const press = useReplays().presses.get(target.id)
  const ofStates = use(KnownStatesContext)
  // The fast path for most rows: a page of a hundred renders in half the time.
  if (press === undefined && replay === null && state === null) {
    return missingChip(ofStates, target.id)
  }
  return (
    <ReplayOutcome
      // Otherwise a screen reader would announce the text that another page puts into the row.
      key={press ? target.id : 'not pressed'}
      {...{ row, press, ofStates }}
      place="row"
    />
  )
}

const ICON = <IconRefresh size={14} aria-hidden />
const LOADER = <i className={button.loader} aria-hidden />
