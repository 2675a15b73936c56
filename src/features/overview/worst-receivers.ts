import type { FailedEvent, FailedEventList } from '../../../contract/failed-event.ts'
import { failureSummary } from '../failed-events/failure-cause.ts'

/** A receiver, and how much of what was read it did not take in. */
export type WorstReceiver = {
  /** null for events that name no receiver. */
  host: string | null
  count: number
  byList: Record<FailedEventList, number>
  /** Why its events failed, in a few words, the most frequent cause first. */
  causes: { words: string; count: number }[]
}

/** The receivers of these events by their hosts, the one with the most failures first. */
export function worstReceivers(
  events: { list: FailedEventList; event: FailedEvent }[],
): WorstReceiver[] {
  const byHost = Map.groupBy(events, ({ event }) => hostOf(event.callback_url))
  return Array.from(byHost, ([host, own]) => ({
    host,
    count: own.length,
    byList: {
      call_events_fail: own.filter(({ list }) => list === 'call_events_fail').length,
      transcription_events_fail: own.filter(({ list }) => list === 'transcription_events_fail')
        .length,
    },
    causes: causesOf(own.map(({ event }) => event)),
  })).toSorted(byCount)
}

function causesOf(events: FailedEvent[]): WorstReceiver['causes'] {
  const byWords = Map.groupBy(events, event => failureSummary(event.attempts.at(-1) ?? null))
  return Array.from(byWords, ([words, own]) => ({ words, count: own.length })).toSorted(byCount)
}

function hostOf(url: string | null): string | null {
  if (url === null) return null
  // Such as `javascript:…`, which has no host to name.
  return URL.parse(url)?.host || url
}

function byCount(one: { count: number }, other: { count: number }): number {
  return other.count - one.count
}
