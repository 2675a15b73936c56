import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { UNKNOWN_COMPANY } from '../../event/event-row.ts'
import { type EventFacts, eventFacts, factsAfterReplay } from '../../range/event-facts.ts'
import { filterOfState } from '../../range/event-index.ts'
import { groupNames } from '../../range/failure-group.ts'
import type { ReadEvent } from '../../range/range-load.ts'
import type { ReceiversOfNumbers } from '../../receivers/queries/receivers-of-numbers.ts'
import type { StatesOfEvents } from '../../replays/states/event-states-query.ts'

/** A receiver, by the name that failure groups use, and the number of its failures. */
export type WorstReceiver = {
  receiver: string
  /** The companies of its events, most frequent first. Unknown ones are left out. */
  companies: string[]
  count: number
  byList: Record<FailedEventList, number>
  /** Whether the name is that of a receiver: its events may name none. */
  isKnown: boolean
  /** When the last of its events failed, in ms since 1970; null if that is unknown. */
  last: number | null
  causes: { text: string; count: number }[]
}

/** The events that are still missing as far as we know, with their newest causes. */
export function missingFacts(
  events: ReadEvent[],
  receivers: ReceiversOfNumbers,
  states: StatesOfEvents,
): EventFacts[] {
  return events.flatMap(read => {
    const state = states.get(read.event.id)
    const filter = filterOfState(state)
    if (filter === 'delivered' || filter === 'handled') return []
    const facts = eventFacts(read, receivers)
    return state?.failure ? factsAfterReplay(facts, state.failure) : facts
  })
}

export function worstReceivers(events: Record<FailedEventList, EventFacts[]>): WorstReceiver[] {
  const { call_events_fail: calls, transcription_events_fail: aiEvents } = events
  const byReceiver = Map.groupBy([...calls, ...aiEvents], ({ receiver }) => receiver)
  return Array.from(byReceiver, ([receiver, own]) => ({
    receiver,
    companies: groupNames({ events: own }).companies.filter(name => name !== UNKNOWN_COMPANY),
    count: own.length,
    byList: {
      call_events_fail: calls.filter(facts => facts.receiver === receiver).length,
      transcription_events_fail: aiEvents.filter(facts => facts.receiver === receiver).length,
    },
    isKnown: own.some(({ receiverUrl }) => receiverUrl !== null),
    last: findLastTime(own),
    causes: causesOf(own),
  })).toSorted(byCount)
}

function findLastTime(events: EventFacts[]): number | null {
  return events.reduce<number | null>(
    (last, { at }) => (at !== null && (last === null || at > last) ? at : last),
    null,
  )
}

function causesOf(events: EventFacts[]): WorstReceiver['causes'] {
  const byCause = Map.groupBy(events, ({ cause }) => cause)
  return Array.from(byCause, ([text, own]) => ({ text, count: own.length })).toSorted(byCount)
}

function byCount(one: { count: number }, other: { count: number }): number {
  return other.count - one.count
}
