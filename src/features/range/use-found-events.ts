import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { ListProps } from '../event/list/list-search.ts'
import {
  type ReceiversOfNumbers,
  useReceiversOfNumbers,
} from '../receivers/queries/receivers-of-numbers.ts'
import { type EventStatesResult, useEventStates } from '../replays/states/event-states-query.ts'
import { countDifference } from './count-difference.ts'
import { criteriaOf } from './criteria.ts'
import { type Criteria, EventIndex, type FoundEvents, type StateCounts } from './event-index.ts'
import type { ReadEvent } from './range-reading.ts'
import { type RangeReadingControl, useRangeReading } from './use-range-reading.ts'

export type FoundRange = {
  control: RangeReadingControl
  index: EventIndex
  /** The listed events. They stay when their states change, until the criteria change. */
  found: FoundEvents
  /** The current states. */
  counts: StateCounts
  ofStates: EventStatesResult
  /** What the URL and the field ask for. `found` may be behind. */
  criteria: Criteria
  /** The number of listed events that no longer match the state filter. */
  changed: number
  /** Applies the state filter again. */
  update: () => void
  /** The rows of an earlier search are still shown. */
  isBehind: boolean
}

/** The events of a loaded range that match the URL and the text in the field. */
export function useFoundEvents(
  { list, search }: Pick<ListProps, 'list' | 'search'>,
  typed: string,
  { enabled = true }: { enabled?: boolean } = {},
): FoundRange {
  const control = useRangeReading(list, search, { enabled })
  const { reading } = control
  // Input is shown immediately, and the rows follow when they are computed.
  const events = useDeferredValue(reading.events)
  const receivers = useReceiversOfNumbers()
  const index = useMemo(() => indexOf(events, receivers), [events, receivers])
  // While pages arrive, each page would request the states of all earlier events again.
  const [atRest, setAtRest] = useState(NO_EVENTS)
  if (!control.isReading && atRest !== events) setAtRest(events)
  const ids = useMemo(() => atRest.map(({ event }) => event.id), [atRest])
  const ofStates = useEventStates(list, nameOf(atRest), ids)
  const { states, isComplete, hasFailed } = ofStates
  const count = reading.count ?? events.length
  const wanted = useMemo(() => {
    const asked = criteriaOf(search, typed, count)
    // A search also finds events while their states can't be loaded.
    return hasFailed && search.state === undefined ? { ...asked, state: 'all' as const } : asked
  }, [search, typed, count, hasFailed])
  const criteria = useDeferredValue(wanted)
  // A row must not disappear while a person looks at the result of its replay.
  const [listed, setListed] = useState({ index, criteria, states, isComplete })
  const isOther = listed.index !== index || listed.criteria !== criteria
  const isFirst = !listed.isComplete && isComplete
  const by = isOther || isFirst ? { index, criteria, states, isComplete } : listed
  useEffect(() => {
    if (isOther || isFirst) setListed({ index, criteria, states, isComplete })
  })
  const found = useMemo(() => by.index.find(by.criteria, by.states), [by])
  const now = useMemo(
    () => (by.states === states ? found : index.find(criteria, states)),
    [by, found, index, criteria, states],
  )
  const changed = useMemo(() => countDifference(found.events, now.events), [found, now])
  return {
    control,
    index,
    found,
    counts: now.counts,
    ofStates,
    criteria: wanted,
    changed: isComplete ? changed : 0,
    update: () => setListed({ index, criteria, states, isComplete }),
    isBehind: criteria !== wanted,
  }
}

const names = new WeakMap<ReadEvent[], string>()
let named = 0

/** The name of these loaded events in the cache of states. */
function nameOf(events: ReadEvent[]): string {
  const name = names.get(events) ?? `range ${++named}`
  names.set(events, name)
  return name
}

const NO_EVENTS: ReadEvent[] = []

/** The filter bar and the list need the same index. */
const indexes = new WeakMap<ReadEvent[], WeakMap<ReceiversOfNumbers, EventIndex>>()

function indexOf(events: ReadEvent[], receivers: ReceiversOfNumbers): EventIndex {
  const ofEvents = indexes.get(events) ?? new WeakMap<ReceiversOfNumbers, EventIndex>()
  indexes.set(events, ofEvents)
  const index = ofEvents.get(receivers) ?? new EventIndex(events, receivers)
  ofEvents.set(receivers, index)
  return index
}
