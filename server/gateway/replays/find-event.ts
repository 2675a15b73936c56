import { FIRST_PAGE, isPlace, type NextPage, type PagePlace } from '../../../contract/page-place.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { type ListedEvent, type ListRange, pathOfPage, readListPage } from './list-page.ts'
import { pagesFrom } from './pages-from.ts'
import type { NamedEvent } from './read-events.ts'

/** An event, and where it was listed. */
export type EventPlace = ListRange & NamedEvent

/**
 * Reads one event from the service with the caller's token. It is looked for on the page where it
 * was listed, then on the pages after it, to which new failures push it, then on those before it.
 *
 * @returns null when the service doesn't list it in this range any more
 * @throws HttpError with the service's status when it refuses, 502 when its answer can't be read
 */
export async function findEvent(
  upstream: Upstream,
  authorization: string,
  event: EventPlace,
): Promise<ListedEvent | null> {
  const { id, page, turn, page_size } = event
  const read = async (place: PagePlace) =>
    readListPage(await upstream.get(pathOfPage(event, place, page_size), authorization), place)
  const listed = { page, turn }
  for await (const { events } of pagesFrom(listed, read)) {
    const found = events.find(one => one.id === id)
    if (found) return found
  }
  if (page === 1 && turn === undefined) return null
  for await (const { events, next } of pagesFrom(FIRST_PAGE, read)) {
    const found = events.find(one => one.id === id)
    if (found) return found
    if (isAt(next, listed)) return null
  }
  return null
}

/** Whether reading on leads to the pages that were looked at already. */
function isAt(next: NextPage, { page, turn }: PagePlace): boolean {
  if (!isPlace(next)) return false
  return turn === undefined ? next.turn === undefined && next.page >= page : next.turn === turn
}
