import type { ShownCall } from '../../../contract/event-page.ts'
import type { EventTarget, ListedEvent } from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { addDays } from '../../../contract/time/calendar-date.ts'
import { type EventRow, eventRow } from '../event/event-row.ts'
import type { ListPage } from '../event/list/list-search.ts'
import type { NamedTarget, ReplayTarget } from '../event/list/replay-target.ts'
import type { SelectionScope } from '../replays/selection/selection.ts'

/** The copy lacks what only an event's details show. */
type ListedCall = Required<Omit<ShownCall, 'call_duration' | 'answered' | 'recording_url'>>

/** The row of an event that the gateway has read. Its payload and attempts are only in the service's list. */
export function listedRow(event: ListedEvent, list: FailedEventList, pageSearch: string): EventRow {
  const { id, key } = event
  const ordinal = key === id ? undefined : Number(key.slice(id.length + 1))
  const { contact } = event.call
  const call: ListedCall = { ...event.call, contact: contact === null ? null : { name: contact } }
  return eventRow(
    {
      ...event,
      ordinal,
      attempts: [],
      attempts_path: [],
      call,
      renamed_fields: [],
      unknown_fields: [],
    },
    { list, ...pageOf(event) },
    pageSearch,
  )
}

/** The page of the service where the event was listed. */
export function pageOf({ from_date, to_date, page, cursor, page_size }: EventTarget): ListPage {
  return { from: from_date, to: addDays(to_date, -1), page, cursor, size: page_size }
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
