import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { ListProps } from '../event/list/list-search.ts'
import {
  type ReceiversOfNumbers,
  useReceiversOfNumbers,
} from '../receivers/queries/receivers-of-numbers.ts'
import {
  type Failures,
  NO_FAILURES,
  type StatesOfEvents,
} from '../replays/states/event-states-query.ts'
import { criteriaOf } from './criteria.ts'
import { EventIndex, type FoundEvents, type StateCounts } from './event-index.ts'
import type { ReadEvent } from './range-reading.ts'
import { type RangeReadingControl, useRangeReading } from './use-range-reading.ts'
import { useRangeStates } from './use-range-states.ts'

export type FoundRange = {
  control: RangeReadingControl
  index: EventIndex
  /** The listed events. They stay when their states change, until the criteria change. */
  found: FoundEvents
  /** The current states. */
  counts: StateCounts
  /** undefined until they are loaded. */
  states: StatesOfEvents | undefined
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
  // While pages arrive, each page would request the states of all earlier events again.
  const [atRest, setAtRest] = useState(NO_EVENTS)
  if (!control.isReading && atRest !== events) setAtRest(events)
  const known = useRangeStates(list, search, reading, atRest)
  const states = known?.states
  // With the states, so that the first list already has both.
  const failures = known?.failures ?? NO_FAILURES
  const index = useMemo(() => indexOf(events, receivers, failures), [events, receivers, failures])
  const count = reading.count ?? events.length
  const wanted = useMemo(() => criteriaOf(search, typed, count), [search, typed, count])
  const criteria = useDeferredValue(wanted)
  // A row must not disappear while a person looks at the result of its replay. Groups may change.
  const [listed, setListed] = useState({ index, events, receivers, criteria, states })
  const isOther =
    listed.criteria !== criteria ||
    (search.view === 'groups'
      ? listed.index !== index
      : listed.events !== events || listed.receivers !== receivers)
  const isFirst = listed.states === undefined && states !== undefined
  const current = { index, events, receivers, criteria, states }
  const by = isOther || isFirst ? current : listed
  useEffect(() => {
    if (isOther || isFirst) setListed(current)
  })
  const found = useMemo(() => by.index.find(by.criteria, by.states), [by])
  const counts = useMemo(
    () =>
      (by.states === states && by.index === index ? found : index.find(criteria, states)).counts,
    [by, found, index, criteria, states],
  )
  const listedNow = counts[criteria.state]
  return {
    control,
    index,
    found,
    counts,
    states,
    changed: Math.abs(found.events.length - listedNow),
    update: () => setListed(current),
    isBehind: criteria !== wanted,
  }
}

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
