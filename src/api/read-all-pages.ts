import * as z from 'zod/mini'
import {
  isFirstPageAgain,
  MAX_PAGE_SIZE,
  type Page,
  pageOrListOf,
} from '../../contract/pages/page.ts'
import {
  FIRST_PAGE,
  NOWHERE,
  type PagePlace,
  type PageRequest,
  pageQuery,
} from '../../contract/pages/page-place.ts'
import { PageTrail } from '../../contract/pages/page-trail.ts'
import { writtenJson } from '../format/written-json.ts'
import { ApiError } from './api-error.ts'
import { request } from './request.ts'

/** A list that changed while it was loaded is loaded again, at most this many times. */
const MAX_LOADS = 3

type ReadOptions = {
  signal?: AbortSignal
  maxPages?: number
}

/** How far a list has been loaded. */
type Load = {
  items: unknown[]
  count: number | null
  /** Whether its count has changed in the meantime. */
  changed: boolean
  /** The page that follows; null at the end. */
  place: PagePlace | null
  trail: PageTrail
  pages: number
}

/**
 * The loads that are not complete, by their signals. One that is tried again, such as after a 429, continues where it
 * was, because from the first page it might never finish.
 */
const begunLoads = new WeakMap<AbortSignal, Load>()

/**
 * Loads all items of a list, paginated or flat, one page after the other (docs/interface.md,
 * "Limits": parallel page requests may push a client toward rate limits).
 *
 * @param path of the list, with its trailing slash
 * @throws ApiError
 */
export async function readAllPages(path: string, options: ReadOptions = {}): Promise<unknown[]> {
  const { signal = new AbortController().signal, maxPages = Number.POSITIVE_INFINITY } = options
  for (let loads = 1; ; loads++) {
    const trail = new PageTrail(FIRST_PAGE)
    const start = { items: [], count: null, changed: false, place: FIRST_PAGE, trail, pages: 0 }
    const load: Load = begunLoads.get(signal) ?? start
    begunLoads.set(signal, load)
    while (load.place !== null && load.pages < maxPages) {
      const { place } = load
      const query = pageQuery(place, { page_size: String(MAX_PAGE_SIZE) })
      const answer: Page<unknown> | null = await request(
        pageOrListOf(z.unknown(), place),
        `${path}?${query}`,
        { signal },
      ).catch(error => {
        // The previous page was the last: the list became shorter, or the service didn't say so.
        const isOver = error instanceof ApiError && error.kind === 'not-found' && load.pages > 0
        if (!isOver) throw error
        return null
      })
      addPage(load, place, answer)
    }
    begunLoads.delete(signal)
    if (!load.changed || loads === MAX_LOADS) return load.items
  }
}

/**
 * Adds the page `at`; null if it does not exist.
 *
 * @throws ApiError if the link of a page leads to a page that was already loaded
 */
function addPage(load: Load, at: PagePlace, page: Page<unknown> | null): void {
  load.place = null
  if (page === null) {
    load.changed ||= load.items.length !== load.count
    return
  }
  if (isFirstPageAgain(page, at)) throw leadsNowhere({ page: at.page - 1 })
  load.items.push(...page.results)
  load.changed ||= load.count !== null && load.count !== page.count
  load.count = page.count
  load.pages++
  const next = load.trail.on(page.next)
  if (next === NOWHERE) throw leadsNowhere(at)
  if (next === null) return
  if (!isPastEnd(page, load.items)) load.place = next
  // Such a list repeats its last page for higher page numbers, so its link would loop.
  else if (next.cursor !== undefined && page.count === null) throw leadsNowhere(at)
}

/**
 * Whether the list has ended although it says otherwise: it sent a whole page more than its count
 * or, without a count, the same page again.
 */
function isPastEnd({ count, results }: Page<unknown>, items: unknown[]): boolean {
  if (count !== null && results.length > 0) return items.length >= count + results.length
  const before = items.slice(-2 * results.length, -results.length)
  return results.length === 0 || writtenJson(before) === writtenJson(results)
}

function leadsNowhere({ page }: PageRequest): ApiError {
  const detail = `after page ${page} its link to the next page leads to nothing new, so the rest of the list can’t be read`
  return new ApiError('unreadable', { status: 200, detail })
}
