import type { ShownCall } from '../../../contract/event-page.ts'
import type { ListedEvent } from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { type EventRow, eventRow } from '../event/event-row.ts'
import type { NamedTarget, ReplayTarget } from '../event/list/replay-target.ts'
import type { SelectionScope } from '../replays/selection/selection.tsx'

/** The copy lacks what only an event's details show. */
type ListedCall = Required<Omit<ShownCall, 'call_duration' | 'answered' | 'recording_url'>>

/** The row of an event that the gateway has read. Its payload and attempts are only in the service's list. */
export function listedRow(event: ListedEvent, list: FailedEventList, pageSearch: string): EventRow {
  const { id, key, from_date, to_date, page, cursor, page_size } = event
  const ordinal = key === id ? undefined : Number(key.slice(id.length + 1))
  const { contact } = event.call
  const call: ListedCall = { ...event.call, contact: contact === null ? null : { name: contact } }
  const unlisted = { attempts: [], attempts_path: [], renamed_fields: [], unknown_fields: [] }
  return eventRow(
    { ...event, ...unlisted, ordinal, call },
    { list, from_date, to_date, page, cursor, page_size },
    pageSearch,
  )
}

/** The event in a request for the days of `scope`, which may be more than those that it was read with. */
export function targetIn(
  { id, from_date, to_date, page, cursor, page_size }: Omit<ReplayTarget, 'list'>,
  scope: Pick<SelectionScope, 'from_date' | 'to_date'>,
): NamedTarget {
  const isSamePage = from_date === scope.from_date && to_date === scope.to_date
  const place = isSamePage ? { page, cursor } : { page: 1 }
  return { id, page_size, ...place }
}
