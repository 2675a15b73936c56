import type { ReplayItem, ReplayItemState } from '../../../contract/replay.ts'
import { shownText } from '../../../contract/text/shown-text.ts'
import { failureCause, failureSummary } from '../event/cause/failure-cause.ts'

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

/**
 * The state of a replay: "Delivered, answered 200 at 14:03:09".
 *
 * @param time formats a timestamp with seconds, because two replays may differ in nothing else; null
 *   leaves the time out
 */
export function replaySummary(item: ReplayItem, time: ((stamp: string) => string) | null): string {
  const last = item.attempts.at(-1)
  const atTime = last && time ? ` at ${time(last.at)}` : ''
  switch (item.state) {
    case 'prepared':
      return 'Not sent yet'
    case 'queued':
      return item.reason === null ? 'Waiting to be sent…' : `Not sent yet. ${item.reason}`
    case 'sending':
      return 'Being sent…'
    case 'delivered':
      return last ? `Delivered, answered ${last.status ?? 200}${atTime}` : 'Delivered'
    case 'failed_again':
      return last ? `Failed again${atTime}: ${formatOutcome(last)}` : 'Failed again: unknown reason'
    case 'skipped':
      return `Skipped: ${item.reason ?? 'unknown reason'}`
  }
}

/** The state alone: the start of the text of `replaySummary`. */
export function replayLabel({ state, reason }: ReplayItem): string {
  switch (state) {
    case 'prepared':
      return 'Not sent yet'
    case 'queued':
      return reason === null ? 'Waiting to be sent…' : 'Not sent yet'
    case 'sending':
      return 'Being sent…'
    case 'delivered':
      return 'Delivered'
    case 'failed_again':
      return 'Failed again'
    case 'skipped':
      return 'Skipped'
  }
}

/**
 * The end of the text of `replaySummary` in a few words: "14:03 · Thandi". The row's own column says
 * why it failed again.
 */
export function briefReplay(
  { state, reason, attempts, who }: ReplayItem,
  time: (stamp: string) => string,
): string {
  const last = attempts.at(-1)
  if (!last || (state !== 'delivered' && state !== 'failed_again')) return reason ?? ''
  return who === null ? time(last.at) : `${time(last.at)} · ${who}`
}

/** In the words of the lists, as the end of a sentence: "certificate not trusted". */
function formatOutcome(attempt: ReplayItem['attempts'][number]): string {
  const cause = failureCause(attempt)
  if (cause === 'unknown') return 'no answer'
  if (cause === 'other') return shownText(attempt.error ?? '')
  const summary = failureSummary(attempt)
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`
}

const ORDER: ReplayItemState[] = [
  'prepared',
  'queued',
  'sending',
  'skipped',
  'failed_again',
  'delivered',
]

/**
 * The newest replay of an event: the later of two runs, or the more advanced state of one run.
 */
export function latestReplay(...known: (ReplayItem | null | undefined)[]): ReplayItem | null {
  const [latest] = known
    .filter(item => item != null)
    .toSorted(
      (one, other) =>
        Date.parse(other.created_at) - Date.parse(one.created_at) ||
        ORDER.indexOf(other.state) - ORDER.indexOf(one.state),
    )
  return latest ?? null
}

/** Why an event can't be replayed. */
export const noReceiver = (event: string) =>
  `Replay ${event}: not possible, because it names neither a receiver nor a tracking number`
