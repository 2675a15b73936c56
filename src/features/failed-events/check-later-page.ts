import type { ShownEvent } from '../../../contract/event-page.ts'
import { isFirstPageAgain, type Page } from '../../../contract/pages/page.ts'
import { isPlace, NOWHERE, type PageRequest } from '../../../contract/pages/page-place.ts'
import { ApiError } from '../../api/api-error.ts'
import { eventKey } from '../event/event-identity.ts'

type Listed = Omit<Page<ShownEvent>, 'isCut'> & { request: PageRequest }

type OtherPages<Loaded> = {
  readFirst: () => Promise<Loaded>
  /** The loaded pages of the same list, with their keys. */
  loaded: [unknown, Loaded | undefined][]
}

/**
 * Makes sure that a later page doesn't show the rows of another one. A service that doesn't know
 * `page` sends its first page for every number, and a service with circular links sends earlier
 * pages again.
 *
 * @returns the page, without a next page if its link leads back
 * @throws ApiError not-found if it is the first page again, because the requested page doesn't exist
 */
export async function checkLaterPage<Loaded extends Listed>(
  page: Loaded,
  { readFirst, loaded }: OtherPages<Loaded>,
): Promise<Loaded> {
  if (isFirstPageAgain(page, page.request)) throw new ApiError('not-found')
  if (page.isFirst) await refuseFirstPage(page, readFirst)
  const pages = loaded.flatMap(([, other]) => other ?? [])
  return leadsBack(page, pages) ? { ...page, next: NOWHERE } : page
}

/** No page comes before it: it may be the first page, or the list has become shorter. */
async function refuseFirstPage(page: Listed, readFirst: () => Promise<Listed>): Promise<void> {
  if (page.request.cursor === undefined) {
    const isAll = page.next === null && (page.count ?? 0) <= page.results.length
    if (!isAll) return
    // It lists all events, so it can only be a later page if the first page has a next one.
    const { next } = await readFirst()
    if (!isPlace(next) || next.cursor !== undefined) throw new ApiError('not-found')
    return
  }
  const first = await readFirst()
  if (keysOf(first) !== keysOf(page)) return
  if (isPlace(first.next) && first.next.cursor === page.request.cursor) {
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
function leadsBack({ request, next }: Listed, pages: Listed[]): boolean {
  if (request.cursor === undefined) return false
  const passed = new Set<string>()
  for (let to = next; isPlace(to) && to.cursor !== undefined; ) {
    const { cursor } = to
    if (cursor === request.cursor) return true
    if (passed.has(cursor)) return false
    passed.add(cursor)
    const page = pages.find(
      one => one.request.cursor === cursor && one.request.page <= request.page,
    )
    if (page === undefined) return false
    to = page.next
  }
  return false
}
