import { useMemo } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { type EventStatesResult, useEventStates } from '../replays/states/event-states-query.ts'
import type { ReadEvent } from './range-load.ts'

/**
 * The states and failed replays of the loaded events of a range, which the list, its filters and the
 * chart share.
 *
 * @param events of a range that isn't loading any more
 */
export function useRangeStates(list: FailedEventList, events: ReadEvent[]): EventStatesResult {
  const ids = useMemo(() => events.map(({ event }) => event.id), [events])
  return useEventStates(list, nameOf(events), ids)
}

const names = new WeakMap<ReadEvent[], string>()
let named = 0

/** The name of these loaded events in the cache of states. */
function nameOf(events: ReadEvent[]): string {
  const name = names.get(events) ?? `range ${++named}`
  names.set(events, name)
  return name
}
