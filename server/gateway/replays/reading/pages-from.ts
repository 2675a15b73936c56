import {
  isPlace,
  type NextPage,
  NOWHERE,
  type PagePlace,
} from '../../../../contract/pages/page-place.ts'
import { PageTrail } from '../../../../contract/pages/page-trail.ts'
import { detailError } from '../../../http/http-error.ts'
import type { ListPage, PageOf } from './parse-list-page.ts'

/** null for a page that doesn't exist. */
export type ReadPage = (place: PagePlace) => Promise<ListPage | null>

/** After this many pages without a new event, the links of a list are assumed to form a loop. */
const MAX_PAGES_WITHOUT_NEW_EVENTS = 20

/**
 * The pages of a list in their order, from a given one on, following its links. Ends before a page
 * that doesn't exist, and after a first one that is not the page that `from` names (`isFirstAgain`).
 *
 * @param prefetches whether to request the next page while the caller uses the current one
 * @throws HttpError 502 if the links lead back, so that the list has no end
 */
export async function* pagesFrom(
  from: PagePlace,
  readPage: ReadPage,
  { prefetches = false } = {},
): AsyncGenerator<ListPage> {
  const end = new ListEnd(from)
  const ids = new Set<string>()
  let pending = readPage(from)
  for (let at = from; ; ) {
    const listed = await pending
    if (listed === null) return
    const before = ids.size
    for (const { id } of listed.events) ids.add(id)
    const next = end.placeAfter(listed, at, ids.size > before)
    if (prefetches && isPlace(next)) {
      pending = readPage(next)
      // A caller that needs no more pages must not get this error.
      pending.catch(() => {})
    }
    yield listed
    if (next === null) return
    if (next === NOWHERE) throw leadsNowhere(at, listed)
    if (!prefetches) pending = readPage(next)
    at = next
  }
}

/** Notices where a list ends, or that its links lead back. */
export class ListEnd {
  readonly #from: PagePlace
  readonly #trail: PageTrail
  #pagesWithoutNewEvents = 0

  constructor(from: PagePlace) {
    this.#from = from
    this.#trail = new PageTrail(from)
  }

  /**
   * The page to read after the one at `at`; null at the end, NOWHERE if the links lead back.
   *
   * @param hasNewEvents whether the page has events that no page before it had
   */
  placeAfter(
    { isFirstAgain, next: link, count }: Omit<PageOf<unknown>, 'events'>,
    at: PagePlace,
    hasNewEvents: boolean,
  ): NextPage {
    if (isFirstAgain) return at === this.#from ? null : NOWHERE
    this.#pagesWithoutNewEvents = hasNewEvents ? 0 : this.#pagesWithoutNewEvents + 1
    const next = this.#trail.on(link)
    if (!isPlace(next)) return next
    if (next.cursor !== undefined)
      return this.#pagesWithoutNewEvents === MAX_PAGES_WITHOUT_NEW_EVENTS ? NOWHERE : next
    // Past its end, a list without a count may return its last page for every number.
    return count === null && this.#pagesWithoutNewEvents > 0 ? null : next
  }
}

/** The error after a page whose link leads to nothing new. */
export function leadsNowhere(at: PagePlace, { isFirstAgain = false } = {}) {
  const page = isFirstAgain ? at.page - 1 : at.page
  return detailError(
    502,
    `After page ${page} of the list, the call-tracking service’s link to the next page leads to nothing new, so the rest could not be read.`,
  )
}
