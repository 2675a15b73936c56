import type { EventState, EventStateName } from '../../../../contract/event-state.ts'
import type { ReplayTone } from '../replay-messages.ts'

export const STATE_LOOKS: Record<EventStateName, { label: string; tone: ReplayTone }> = {
  sending: { label: 'Being sent…', tone: 'wait' },
  delivered: { label: 'Delivered', tone: 'good' },
  handled: { label: 'Handled elsewhere', tone: 'good' },
  failed_again: { label: 'Failed again', tone: 'bad' },
}

/**
 * "Delivered at 14:03:09 by Thandi"
 *
 * @param time formats a timestamp with seconds
 */
export function formatState(state: EventState, time: (stamp: string) => string): string {
  const when = state.at === null ? '' : ` at ${time(state.at)}`
  const who = state.who === null ? '' : ` by ${state.who}`
  return `${STATE_LOOKS[state.state].label}${when}${who}`
}

/** The end of the text of `formatState` in a few words: "14:03 · Thandi". */
export function briefState({ at, who }: EventState, time: (stamp: string) => string): string {
  return [...(at === null ? [] : [time(at)]), ...(who === null ? [] : [who])].join(' · ')
}
