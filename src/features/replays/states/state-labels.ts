import type { EventState, EventStateName } from '../../../../contract/event-state.ts'
import type { ReplayTone } from '../replay-messages.ts'

const LABELS: Record<EventStateName, string> = {
  sending: 'Being sent…',
  delivered: 'Delivered',
  handled: 'Handled elsewhere',
  failed_again: 'Failed again',
}

const TONES: Record<EventStateName, ReplayTone> = {
  sending: 'wait',
  delivered: 'good',
  handled: 'good',
  failed_again: 'bad',
}

export function stateLabel({ state }: EventState): string {
  return LABELS[state]
}

export function stateTone({ state }: EventState): ReplayTone {
  return TONES[state]
}

/**
 * "Delivered at 14:03:09 by Thandi"
 *
 * @param time formats a timestamp with seconds
 */
export function formatState(state: EventState, time: (stamp: string) => string): string {
  const when = state.at === null ? '' : ` at ${time(state.at)}`
  const who = state.who === null ? '' : ` by ${state.who}`
  return `${stateLabel(state)}${when}${who}`
}

/** The end of the text of `formatState` in a few words: "14:03 · Thandi". */
export function briefState({ at, who }: EventState, time: (stamp: string) => string): string {
  return [...(at === null ? [] : [time(at)]), ...(who === null ? [] : [who])].join(' · ')
}
