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

export type PagesOptions = {
  /** Whether to prefetch the next page while the caller uses the current one. */
  prefetches?: boolean
}

/** After this many pages without a new event, the links of a list are assumed to form a loop. */
const MAX_PAGES_WITHOUT_NEW_EVENTS = 20

/**
 * The pages of a list in their order, from a given one on, following its links. Ends before a page
 * that doesn't exist, and after a first one that is not the page that `from` names (`isFirstAgain`).
 *
 * @throws HttpError 502 if the links lead back, so that the list has no end
 */
export async function* pagesFrom(
  from: PagePlace,
  readPage: ReadPage,
  { prefetches = false }: PagesOptions = {},
): AsyncGenerator<ListPage> {
  const trail = new PageTrail(from)
  const seen = new Set<string>()
  let pagesWithoutNewEvents = 0
  const first = readPage(from)
  let pending = first
  for (let at = from; ; ) {
    const listed = await pending
    if (listed === null) return
    const isNew = listed.events.filter(({ id }) => !seen.has(id) && seen.add(id)).length > 0
    pagesWithoutNewEvents = isNew ? 0 : pagesWithoutNewEvents + 1
    const next = placeAfter(listed)
    if (prefetches && isPlace(next)) {
      pending = readPage(next)
      // A caller that needs no more pages must not get this error.
      pending.catch(() => {})
    }
    yield listed
    if (next === null) return
    if (next === NOWHERE) throw leadsNowhere(listed.isFirstAgain ? at.page - 1 : at.page)
    if (!prefetches) pending = readPage(next)
    at = next
  }

  function placeAfter({ isFirstAgain, next: link, count }: ListPage): NextPage {
    if (isFirstAgain) return pending === first ? null : NOWHERE
    const next = trail.on(link)
    if (!isPlace(next)) return next
    if (next.cursor !== undefined && pagesWithoutNewEvents === MAX_PAGES_WITHOUT_NEW_EVENTS)
      return NOWHERE
    // Past its end, a list without a count may return its last page for every number.
    if (next.cursor === undefined && count === null && pagesWithoutNewEvents > 0) return null
    return next
  }
}

function leadsNowhere(page: number) {
  return detailError(
    502,
    `After page ${page} of the list, the call-tracking service’s link to the next page leads to nothing new, so the rest could not be read.`,
  )
}
