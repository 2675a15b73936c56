import * as z from 'zod/mini'
import { FailedEvent, FailedEventList } from '../../../../contract/failed-event.ts'
import { pageOrListOf } from '../../../../contract/pages/page.ts'
import type { Session } from '../../../../contract/session.ts'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import { parseSearch } from '../../../ui/search-string.ts'
import type { IdentifiedEvent } from '../../event/event-identity.ts'
import { type EventRow, eventRow } from '../../event/event-row.ts'
import { type DateRange, ListSearch, needsRange } from '../../event/list/list-search.ts'

/** Of a row as it is for somebody who has not changed the layout. On phones, rows are higher. */
const ROW_HEIGHT = 48

/**
 * The first rows of the list that the document has requested (index.html); null if the page has no such
 * list, shows anything else, or needs more code to show its rows.
 *
 * The page itself reads the answer, too, and reports errors.
 */
export async function readFirstRows(session: Session): Promise<EventRow[] | null> {
  const asked = askedList()
  const search = ListSearch.safeParse(parseSearch(window.location.search)).data
  if (asked === null || search === undefined || session.is_foreign) return null
  const isPlain = search.page === 1 && search.event === undefined && !needsRange(search)
  if (!isPlain) return null
  const response = await asked.answer
  if (response.status !== 200) return null
  const place = { page: 1, cursor: undefined, size: search.size }
  const page = pageOrListOf(z.unknown(), place, search.size).safeParse(
    await response.clone().json(),
  ).data
  // The page shows those below the screen when it replaces the outline.
  const items = page?.results.slice(0, Math.ceil(window.innerHeight / ROW_HEIGHT)) ?? []
  const events = items.map(item => FailedEvent.parse(item)).filter(isOrdinary)
  const ids = new Set(events.map(({ id }) => id))
  if (events.length === 0 || ids.size < items.length) return null
  return events.map(event => eventRow(event, { list: asked.list, ...asked.range, ...place }))
}

type AskedList = { list: FailedEventList; range: DateRange; answer: Promise<Response> }

function askedList(): AskedList | null {
  for (const [path, { answer }] of globalThis.firstAnswers ?? []) {
    const { pathname, searchParams } = new URL(path, window.location.origin)
    const list = FailedEventList.safeParse(pathname.split('/')[2]).data
    const [from, until] = [searchParams.get('from_date'), searchParams.get('to_date')]
    if (list && from && until) return { list, range: { from, to: addDays(until, -1) }, answer }
  }
  return null
}

/** Anything else than these needs code that is loaded later. */
function isOrdinary(event: FailedEvent): event is IdentifiedEvent {
  return event.id !== null && event.failed_at !== null && Boolean(event.callback_url?.trim())
}
