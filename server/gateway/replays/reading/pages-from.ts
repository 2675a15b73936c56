import {
  isPlace,
  type NextPage,
  NOWHERE,
  type PagePlace,
} from '../../../../contract/pages/page-place.ts'
import { PageTrail } from '../../../../contract/pages/page-trail.ts'
import { detailError } from '../../../http/http-error.ts'
import type { ListPage } from './parse-list-page.ts'

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
  let pending = readPage(from)
  for (let at = from; ; ) {
    const listed = await pending
    if (listed === null) return
    const next = end.placeAfter(listed, at)
    if (prefetches && isPlace(next)) {
      pending = readPage(next)
      // A caller that needs no more pages must not get this error.
      pending.catch(() => {})
    }
    yield listed
    if (next === null) return
    if (next === NOWHERE) throw leadsNowhere(listed, at)
    if (!prefetches) pending = readPage(next)
    at = next
  }
}

/** Notices where a list ends, or that its links lead back. */
class ListEnd {
  readonly #from: PagePlace
  readonly #trail: PageTrail
  readonly #seen = new Set<string>()
  #pagesWithoutNewEvents = 0

  constructor(from: PagePlace) {
    this.#from = from
    this.#trail = new PageTrail(from)
  }

  placeAfter({ isFirstAgain, next: link, count, events }: ListPage, at: PagePlace): NextPage {
    if (isFirstAgain) return at === this.#from ? null : NOWHERE
    const before = this.#seen.size
    for (const { id } of events) this.#seen.add(id)
    this.#pagesWithoutNewEvents = this.#seen.size > before ? 0 : this.#pagesWithoutNewEvents + 1
    const next = this.#trail.on(link)
    if (!isPlace(next)) return next
    if (next.cursor !== undefined)
      return this.#pagesWithoutNewEvents === MAX_PAGES_WITHOUT_NEW_EVENTS ? NOWHERE : next
    // Past its end, a list without a count may return its last page for every number.
    return count === null && this.#pagesWithoutNewEvents > 0 ? null : next
  }
}

function leadsNowhere({ isFirstAgain }: ListPage, at: PagePlace) {
  const page = isFirstAgain ? at.page - 1 : at.page
  return detailError(
    502,
    `After page ${page} of the list, the call-tracking service’s link to the next page leads to nothing new, so the rest could not be read.`,
  )
}
