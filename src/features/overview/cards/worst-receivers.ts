import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { type EventFacts, eventFacts } from '../../range/event-facts.ts'
import type { ReadEvent } from '../../range/range-reading.ts'

/** A receiver, by the name that failure groups use, and the number of its failures. */
export type WorstReceiver = {
  receiver: string
  count: number
  byList: Record<FailedEventList, number>
  /** The causes of its failures, most frequent first. */
  causes: { words: string; count: number }[]
}

/** The receivers of these events, most failures first. */
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
