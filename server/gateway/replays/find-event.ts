import type { Upstream } from '../upstream/upstream.ts'
import {
  type ListedEvent,
  type ListPage,
  type ListRange,
  pathOfPage,
  readListPage,
} from './list-page.ts'
import { goesOn } from './read-events.ts'

export type EventPlace = ListRange & {
  id: string
  /** Where it stood when it was listed. */
  page: number
  page_size: number
}

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
  place: EventPlace,
): Promise<ListedEvent | null> {
  const read = async (page: number) =>
    readListPage(await upstream.get(pathOfPage(place, page, place.page_size), authorization), page)
  let before: ListPage | null = null
  for (let page = place.page; ; page++) {
    const listed: ListPage | null = await read(page)
    const found = listed?.events.find(({ id }) => id === place.id)
    if (found) return found
    if (listed === null || !goesOn(listed, before)) break
    before = listed
  }
  for (let page = 1; page < place.page; page++) {
    const listed = await read(page)
    const found = listed?.events.find(({ id }) => id === place.id)
    if (found) return found
    if (!listed?.hasNext) break
  }
  return null
}
