import type { ShownEvent } from '../../../contract/event-page.ts'
import { isFirstPageAgain, type Page } from '../../../contract/pages/page.ts'
import { isPlace, NOWHERE, type PageRequest } from '../../../contract/pages/page-place.ts'
import { ApiError } from '../../api/api-error.ts'
import { eventKey } from '../event/event-identity.ts'

type Listed = Omit<Page<ShownEvent>, 'isCut'> & { asked: PageRequest }

type Known<Found> = {
  readFirst: () => Promise<Found>
  /** The loaded pages of the same list, with their keys. */
  known: [unknown, Found | undefined][]
}

/**
 * Makes sure that a later page doesn't show the rows of another one. A service that doesn't know
 * `page` sends its first page for every number, and a service with circular links sends earlier
 * pages again.
 *
 * @returns the page, without a next page if its link leads back
 * @throws ApiError not-found if it is the first page again, because the requested page doesn't exist
 */
export async function checkLaterPage<Found extends Listed>(
  found: Found,
  { readFirst, known }: Known<Found>,
): Promise<Found> {
  if (isFirstPageAgain(found, found.asked)) throw new ApiError('not-found')
  if (found.isFirst) await refuseFirstPage(found, readFirst)
  const pages = known.flatMap(([, page]) => page ?? [])
  return leadsBack(found, pages) ? { ...found, next: NOWHERE } : found
}

/** No page comes before it: it may be the first page, or the list has become shorter. */
async function refuseFirstPage(found: Listed, readFirst: () => Promise<Listed>): Promise<void> {
  if (found.asked.cursor === undefined) {
    const isAll = found.next === null && (found.count ?? 0) <= found.results.length
    if (!isAll) return
    // It lists all events, so it can only be a later page if the first page has a next one.
    const { next } = await readFirst()
    if (!isPlace(next) || next.cursor !== undefined) throw new ApiError('not-found')
    return
  }
  const first = await readFirst()
  if (keysOf(first) !== keysOf(found)) return
  if (isPlace(first.next) && first.next.cursor === found.asked.cursor) {
    throw new ApiError('unreadable', {
      status: 200,
      detail: 'the link to its second page leads back to the first one',
    })
  }
  throw new ApiError('not-found')
}

function keysOf({ results }: Listed): string {
  return JSON.stringify(results.map(eventKey))
}

/** Whether the next link leads to an earlier page, and from there to this one again. */
function leadsBack({ asked, next }: Listed, known: Listed[]): boolean {
  if (asked.cursor === undefined) return false
  const passed = new Set<string>()
  for (let to = next; isPlace(to) && to.cursor !== undefined; ) {
    const { cursor } = to
    if (cursor === asked.cursor) return true
    if (passed.has(cursor)) return false
    passed.add(cursor)
    const page = known.find(one => one.asked.cursor === cursor && one.asked.page <= asked.page)
    if (page === undefined) return false
    to = page.next
  }
  return false
}
