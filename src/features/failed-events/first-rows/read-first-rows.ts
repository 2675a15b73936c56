import { FailedEvent, FailedEventList } from '../../../../contract/failed-event.ts'
import { pageOrListOf } from '../../../../contract/pages/page.ts'
import type { Session } from '../../../../contract/session.ts'
import { dayOf } from '../../../../contract/time/calendar-date.ts'
import { parseSearch } from '../../../ui/search-string.ts'
import type { IdentifiedEvent } from '../../event/event-identity.ts'
import { type EventRow, eventRow } from '../../event/event-row.ts'
import { isInOrder, ListSearch, needsRange, rangeOf } from '../../event/list/list-search.ts'

/**
 * The rows of the list that the document has requested (index.html); null if the page has no such
 * list, shows anything else, or needs more code to show its rows.
 *
 * The page itself reads the answer, too, and reports errors.
 */
export async function readFirstRows(session: Session): Promise<EventRow[] | null> {
  const asked = askedList()
  const search = ListSearch.safeParse(parseSearch(window.location.search)).data
  if (asked === null || search === undefined || session.is_foreign) return null
  const isPlain = search.page === 1 && search.event === undefined && !needsRange(search)
  const range = rangeOf(search, dayOf(new Date(), session.time_zone))
  if (!isPlain || !isInOrder(range)) return null
  const response = await asked.answer
  if (response.status !== 200) return null
  const place = { page: 1, cursor: undefined, size: search.size }
  const page = pageOrListOf(FailedEvent, place, search.size).safeParse(
    await response.clone().json(),
  ).data
  const events = page?.results.filter(isOrdinary) ?? []
  const ids = new Set(events.map(({ id }) => id))
  if (page === undefined || events.length === 0 || ids.size < page.results.length) return null
  return events.map(event => eventRow(event, { list: asked.list, ...range, ...place }))
}

function askedList(): { list: FailedEventList; answer: Promise<Response> } | null {
  for (const [path, { answer }] of globalThis.firstAnswers ?? []) {
    const list = FailedEventList.safeParse(path.split('/')[2]).data
    if (list !== undefined) return { list, answer }
  }
  return null
}

/** Anything else than these needs code that is loaded later. */
function isOrdinary(event: FailedEvent): event is IdentifiedEvent {
  return event.id !== null && event.failed_at !== null && Boolean(event.callback_url?.trim())
}
