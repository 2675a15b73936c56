import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { ListProps, StateFilter } from '../event/list/list-search.ts'
import {
  type ReceiversOfNumbers,
  useReceiversOfNumbers,
} from '../receivers/queries/receivers-of-numbers.ts'
import type { EventStatesResult, Failures } from '../replays/states/event-states-query.ts'
import { criteriaOf } from './criteria.ts'
import {
  type Criteria,
  countDifference,
  EventIndex,
  type FoundEvents,
  type StateCounts,
} from './event-index.ts'
import type { ReadEvent } from './range-load.ts'
import { type RangeLoadControl, useRangeLoad } from './use-range-load.ts'
import { useRangeStates } from './use-range-states.ts'

export type FoundRange = {
  control: RangeLoadControl
  index: EventIndex
  /** Whether the index has all events of the range. Until then, what matches is only a part. */
  isWhole: boolean
  /** The listed events. They stay when their states change, until the criteria change. */
  found: FoundEvents
  /** The current states. */
  counts: StateCounts
  /** The state filter that lists the events in their current states. */
  state: StateFilter
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
  searchText: string,
  { enabled = true }: { enabled?: boolean } = {},
): FoundRange {
  const control = useRangeLoad(list, search, { enabled })
  const { load } = control
  // Input is shown immediately, and the rows follow when they are computed.
  const events = useDeferredValue(load.events)
  const receivers = useReceiversOfNumbers()
  // While pages arrive, each page would request the states of all earlier events again.
  const [atRest, setAtRest] = useState(NO_EVENTS)
  if (!control.isLoading && atRest !== events) setAtRest(events)
  const ofStates = useRangeStates(list, atRest)
  const { states, failures, isComplete, hasFailed } = ofStates
  // With the states, so that the first list already has both.
  const index = useMemo(() => indexOf(events, receivers, failures), [events, receivers, failures])
  const count = load.count ?? events.length
  const wanted = useMemo(() => {
    const asked = criteriaOf(search, searchText, count)
    // A search also finds events while their states can't be loaded.
    return hasFailed && search.state === undefined ? { ...asked, state: 'all' as const } : asked
  }, [search, searchText, count, hasFailed])
  const criteria = useDeferredValue(wanted)
  // A row must not disappear while a person looks at the result of its replay. Groups may change.
  const [listed, setListed] = useState({ index, events, receivers, criteria, states, isComplete })
  const isOther =
    listed.criteria !== criteria ||
    (search.view === 'groups'
      ? listed.index !== index
      : listed.events !== events || listed.receivers !== receivers)
  const isFirst = !listed.isComplete && isComplete
  const current = { index, events, receivers, criteria, states, isComplete }
  const by = isOther || isFirst ? current : listed
  useEffect(() => {
    if (isOther || isFirst) setListed(current)
  })
  const found = useMemo(() => by.index.find(by.criteria, by.states), [by])
  const now = useMemo(
    () => (by.states === states && by.index === index ? found : index.find(criteria, states)),
    [by, found, index, criteria, states],
  )
  const changed = useMemo(
    // An event whose cause has changed has other facts, but is the same. Copies of 50,000 events take
    // 15 ms to compare, and usually nothing has changed.
    () =>
      found === now
        ? 0
        : countDifference(found.events.map(getReadEvent), now.events.map(getReadEvent)),
    [found, now],
  )
  return {
    control,
    index,
    isWhole: load.isComplete && events === load.events,
    found,
    counts: now.counts,
    state: now.state,
    ofStates,
    criteria: wanted,
    changed: isComplete ? changed : 0,
    update: () => setListed(current),
    isBehind: criteria !== wanted,
  }
}

const getReadEvent = ({ read }: { read: ReadEvent }) => read

const NO_EVENTS: ReadEvent[] = []

/** The filter bar and the list need the same index. */
const indexes = new WeakMap<
  ReadEvent[],
  { receivers: ReceiversOfNumbers; failures: Failures; index: EventIndex }
>()

function indexOf(
  events: ReadEvent[],
  receivers: ReceiversOfNumbers,
  failures: Failures,
): EventIndex {
  const known = indexes.get(events)
  if (known?.receivers === receivers && known.failures === failures) return known.index
  const before = known?.receivers === receivers ? known.index : undefined
  const index = new EventIndex(events, receivers, failures, before)
  indexes.set(events, { receivers, failures, index })
  return index
}
