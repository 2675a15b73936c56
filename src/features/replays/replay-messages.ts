import {
  failureCause,
  failureSummary,
  type Outcome,
} from '../../../contract/event/failure-cause.ts'
import type { EventState, EventStateName } from '../../../contract/event-state.ts'
import type { ReplayItem, ReplayItemState } from '../../../contract/replay.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { errorText } from '../../api/error-messages.ts'
import type { ReplayObstacle } from '../event/event-row.ts'

/** A replay that was skipped is no failure: "none". */
export type ReplayTone = 'wait' | 'good' | 'bad' | 'none'

export function isUnderWay(state: ReplayItemState): boolean {
  return state === 'queued' || state === 'sending'
}

export function replayTone(state: ReplayItemState): ReplayTone {
  if (isUnderWay(state) || state === 'prepared') return 'wait'
  if (state === 'skipped') return 'none'
  return state === 'delivered' ? 'good' : 'bad'
}

/** A state alone: the start of the text of `replaySummary`. */
const REPLAY_LABELS: Record<ReplayItemState, string> = {
  prepared: 'Waiting to be sent…',
  queued: 'Waiting to be sent…',
  sending: 'Being sent…',
  delivered: 'Delivered',
  failed_again: 'Failed again',
  skipped: 'Skipped',
}

/** Why nothing is sent for now, the same for a narrow column, and where the event is meanwhile. */
export const WAITS: Record<
  NonNullable<ReplayItem['waits_for']>,
  { text: string; brief: string; where: string }
> = {
  recovery: {
    text: 'Will be replayed when the receiver recovers',
    brief: 'Waits for recovery',
    where: 'another replay until the receiver recovers',
  },
  person: {
    text: 'Waits in a paused replay',
    brief: 'In a paused replay',
    where: 'a paused replay',
  },
}

/** With seconds, because two replays may differ in nothing else. */
type FormatTime = (stamp: string) => string

/**
 * The state of a replay: "Delivered, answered 200 at 14:03:09".
 *
 * @param time null leaves the time out
 */
export function replaySummary(item: ReplayItem, time: FormatTime | null): string {
  if (item.waits_for) return WAITS[item.waits_for].text
  const { state, reason, attempts } = item
  const label = REPLAY_LABELS[state]
  const last = attempts.at(-1)
  const atTime = last && time ? ` at ${time(last.at)}` : ''
  switch (state) {
    case 'delivered':
      return last ? `${label}, answered ${last.status ?? 200}${atTime}` : label
    case 'failed_again':
      return `${label}${atTime}: ${formatOutcome(last)}`
    case 'skipped':
      return `${label}: ${reason ?? 'unknown reason'}`
    default:
      return label
  }
}

/** In the words of the lists, as the end of a sentence: "certificate not trusted". */
export function formatOutcome(outcome: Outcome | null | undefined): string {
  if (!outcome) return 'unknown reason'
  const cause = failureCause(outcome)
  if (cause === 'unknown') return 'no answer'
  if (cause === 'other') return shownText(outcome.error ?? '')
  return withSmallStart(failureSummary(outcome))
}

/** For the end of a sentence. */
export function withSmallStart(summary: string): string {
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`
}

/** Why an event can’t be sent, as the end of a sentence. */
export const OBSTACLES: Record<ReplayObstacle, string> = {
  receiver: 'it names neither a receiver nor a tracking number',
  payload: 'the service gives no payload for it',
}

export const cannotReplay = (event: string, obstacle: ReplayObstacle) =>
  `Replay ${event}: not possible, because ${OBSTACLES[obstacle]}`

type StateLook = { label: string; tone: ReplayTone }

export const STATE_LOOKS: Record<EventStateName, StateLook> = {
  sending: { label: 'Being sent…', tone: 'wait' },
  delivered: { label: 'Delivered', tone: 'good' },
  handled: { label: 'Handled elsewhere', tone: 'good' },
  failed_again: { label: 'Failed again', tone: 'bad' },
}

export function stateLook(state: EventState | null): StateLook {
  return state ? STATE_LOOKS[state.state] : { label: 'Still missing', tone: 'wait' }
}

const NOTHING_SENT = 'Nothing was sent.'

/** Why a run was not created. The gateway may already have added that nothing was sent. */
export function formatNotSent(error: Error): string {
  const text = errorText(error)
  return text.endsWith(NOTHING_SENT) ? text : `${text} ${NOTHING_SENT}`
}
