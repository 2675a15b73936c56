import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { type EventFacts, eventFacts } from '../../range/event-facts.ts'
import type { ReadEvent } from '../../range/range-reading.ts'

/** A receiver, as the groups of failures tell them apart, and how much of what was read it did not take in. */
export type WorstReceiver = {
  receiver: string
  count: number
  byList: Record<FailedEventList, number>
  /** Why its events failed, in a few words, the most frequent cause first. */
  causes: { words: string; count: number }[]
}

/** The receivers of these events, the one with the most failures first. */
export function worstReceivers(read: Record<FailedEventList, ReadEvent[]>): WorstReceiver[] {
  const calls = read.call_events_fail.map(event => eventFacts(event))
  const aiEvents = read.transcription_events_fail.map(event => eventFacts(event))
  const byReceiver = Map.groupBy([...calls, ...aiEvents], ({ receiver }) => receiver)
  return Array.from(byReceiver, ([receiver, own]) => ({
    receiver,
    count: own.length,
    byList: {
      call_events_fail: calls.filter(facts => facts.receiver === receiver).length,
      transcription_events_fail: aiEvents.filter(facts => facts.receiver === receiver).length,
    },
    causes: causesOf(own),
  })).toSorted(byCount)
}

function causesOf(events: EventFacts[]): WorstReceiver['causes'] {
  const byCause = Map.groupBy(events, ({ cause }) => cause)
  return Array.from(byCause, ([words, own]) => ({ words, count: own.length })).toSorted(byCount)
}

function byCount(one: { count: number }, other: { count: number }): number {
  return other.count - one.count
}
