import { NOWHERE, type PagePlace } from '../../../contract/page-place.ts'
import { PageTrail } from '../../../contract/page-trail.ts'
import { detailError } from '../../http/http-error.ts'
import type { ListPage } from './list-page.ts'

/** null for a page that doesn't exist. */
export type ReadPage = (place: PagePlace) => Promise<ListPage | null>

/** So many pages in a row without a new event are no list: its links go round under other names. */
const MOST_WITHOUT_NEWS = 20

/**
 * The pages of a list in their order, from one on, as its links lead. Ends before a page that doesn't
 * exist, and after a first one that is not what `from` names (`isFirstAgain`).
 *
 * @throws HttpError 502 where the links lead back, so that the list has no end
 */
export async function* pagesFrom(from: PagePlace, readPage: ReadPage): AsyncGenerator<ListPage> {
  const trail = new PageTrail(from)
  const seen = new Set<string>()
  let withoutNews = 0
  for (let at = from; ; ) {
    const listed = await readPage(at)
    if (listed === null) return
    yield listed
    if (listed.isFirstAgain) {
      if (at === from) return
      throw leadsNowhere(at.page - 1)
    }
    const before = seen.size
    for (const { id } of listed.events) seen.add(id)
    withoutNews = seen.size > before ? 0 : withoutNews + 1
    const next = trail.on(listed.next)
    if (next === null) return
    if (next === NOWHERE) throw leadsNowhere(at.page)
    if (next.turn !== undefined && withoutNews === MOST_WITHOUT_NEWS) throw leadsNowhere(at.page)
    // Behind its end, a list that nobody counts may give its last page for every number.
    if (next.turn === undefined && listed.count === null && withoutNews > 0) return
    at = next
  }
}

function leadsNowhere(page: number) {
  return detailError(
    502,
    `After page ${page} of the list, the call-tracking service’s link to the next page leads to nothing new, so the rest could not be read.`,
  )
}
