import {
  isPlace,
  type NextPage,
  NOWHERE,
  type PagePlace,
} from '../../../../contract/pages/page-place.ts'
import { PageTrail } from '../../../../contract/pages/page-trail.ts'
import { isContentId } from '../../../../contract/text/content-id.ts'
import { detailError } from '../../../http/http-error.ts'
import type { PageOf } from './parse-list-page.ts'

/** After this many pages without a new event, the links of a list are assumed to form a loop. */
const MAX_PAGES_WITHOUT_NEW_EVENTS = 20

/**
 * The pages of a list in their order, from a given one on, following its links. Ends before a page
 * that doesn't exist, and after a first one that is not the page that `from` names (`isFirstAgain`).
 *
 * @param readPage returns null for a page that doesn't exist
 * @param prefetches whether to request the next page while the caller uses the current one
 * @throws HttpError 502 if the links lead back, so that the list has no end
 */
export async function* pagesFrom<Event extends { id: string }>(
  from: PagePlace,
  readPage: (place: PagePlace) => Promise<PageOf<Event> | null>,
  { prefetches = false } = {},
): AsyncGenerator<PageOf<Event>> {
  const end = new ListEnd(from)
  let pending = readPage(from)
  for (let at = from; ; ) {
    const listed = await pending
    if (listed === null) return
    const ids = listed.events.map(({ id }) => id)
    const next = end.placeAfter(listed, at, ids)
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
  readonly #ids = new Set<string>()
  /** The ids of the last page. */
  #last: string[] = []
  #pagesWithoutNewEvents = 0

  constructor(from: PagePlace) {
    this.#from = from
    this.#trail = new PageTrail(from)
  }

  /**
   * The page to read after the one at `at`; null at the end, NOWHERE if the links lead back.
   *
   * @param ids of the events of the page
   */
  placeAfter(
    { isFirstAgain, next: link, count }: Omit<PageOf<unknown>, 'events'>,
    at: PagePlace,
    ids: string[],
  ): NextPage {
    if (isFirstAgain) return at === this.#from ? null : NOWHERE
    // The count shows where a list with numbered pages ends, so its ids need not be kept.
    const hasEnd = count !== null && !(isPlace(link) && link.cursor !== undefined)
    this.#look(ids, hasEnd)
    const next = this.#trail.on(link)
    if (!isPlace(next)) return next
    // Past its end, a list without a count may return its last page for every number.
    const isNumbered = next.cursor === undefined
    if (count === null && isNumbered) return this.#pagesWithoutNewEvents > 0 ? null : next
    return this.#pagesWithoutNewEvents === MAX_PAGES_WITHOUT_NEW_EVENTS ? NOWHERE : next
  }

  /**
   * Events without ids may have the same content, so only the same ones in the same order are no new events.
   *
   * @param hasEnd whether only a page that is sent repeatedly has to be noticed
   */
  #look(ids: string[], hasEnd: boolean): void {
    const before = this.#ids.size
    if (!hasEnd) for (const id of ids) this.#ids.add(id)
    const last = this.#last
    this.#last = ids
    const isOther = ids.length !== last.length || ids.some((id, index) => id !== last[index])
    const mayBeAlike = ids.some(isContentId)
    const isNew = hasEnd
      ? isOther || mayBeAlike
      : this.#ids.size > before || (isOther && mayBeAlike)
    this.#pagesWithoutNewEvents = isNew ? 0 : this.#pagesWithoutNewEvents + 1
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
