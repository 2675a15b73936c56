import type { NamedEvents } from '../../../contract/events.ts'
import type { EventsFilter } from '../../../contract/events-filter.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { CustomerMessageProps } from './customer-message.tsx'

type AboutEvents = Pick<CustomerMessageProps, 'events' | 'others'>

const OTHER_LIST: Record<FailedEventList, FailedEventList> = {
  call_events_fail: 'transcription_events_fail',
  transcription_events_fail: 'call_events_fail',
}

/** A message about all events that match, also those of the other list. */
export function aboutMatches(filter: EventsFilter): AboutEvents {
  const { list, kind, state = 'missing' } = filter
  const named = { ...filter, list: OTHER_LIST[list], state }
  // Only one list has events of a kind.
  return { events: [filter], ...(kind === undefined && { others: { named, areIncluded: true } }) }
}

/** A message about some events. A person may add what its reader misses in the other list. */
export function aboutNamed(named: NamedEvents): AboutEvents {
  const { list, from_date, to_date } = named
  const others = { list: OTHER_LIST[list], from_date, to_date, state: 'missing' as const }
  return { events: [{ ...named, state: 'all' }], others: { named: others, areIncluded: false } }
}
