import { UNKNOWN_COMPANY } from '../../../../contract/event/call-fields.ts'
import { UNKNOWN_RECEIVER } from '../../../../contract/event/receiver-of.ts'
import type { EventGroup } from '../../../../contract/events.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'

/** A receiver, by the name that groups use, and the number of its events that are still missing. */
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

/** The receivers of both lists, the worst first. */
export function worstReceivers(groups: Record<FailedEventList, EventGroup[]>): WorstReceiver[] {
  const { call_events_fail: calls, transcription_events_fail: aiEvents } = groups
  const byReceiver = Map.groupBy([...calls, ...aiEvents], ({ name }) => name)
  const countIn = (list: EventGroup[], receiver: string) =>
    list.find(({ name }) => name === receiver)?.events ?? 0
  return Array.from(byReceiver, ([receiver, own]) => {
    const byList = {
      call_events_fail: countIn(calls, receiver),
      transcription_events_fail: countIn(aiEvents, receiver),
    }
    return {
      receiver,
      companies: sumByName(own.flatMap(({ companies }) => companies))
        .map(({ text }) => text)
        .filter(name => name !== UNKNOWN_COMPANY),
      count: byList.call_events_fail + byList.transcription_events_fail,
      byList,
      isKnown: receiver !== UNKNOWN_RECEIVER,
      last: own.reduce<number | null>(
        (last, group) => (group.last === null ? last : Math.max(last ?? 0, Date.parse(group.last))),
        null,
      ),
      causes: sumByName(own.flatMap(({ causes }) => causes)),
    }
  }).toSorted(byCount)
}

function sumByName(names: EventGroup['causes']): WorstReceiver['causes'] {
  const byName = Map.groupBy(names, ({ name }) => name)
  return Array.from(byName, ([text, alike]) => ({
    text,
    count: alike.reduce((sum, { count }) => sum + count, 0),
  })).toSorted(byCount)
}

function byCount(one: { count: number }, other: { count: number }): number {
  return other.count - one.count
}
