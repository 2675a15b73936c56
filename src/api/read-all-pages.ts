import type * as z from 'zod/mini'
import {
  isFirstPageAgain,
  MAX_PAGE_SIZE,
  type Page,
  pageOrListOf,
} from '../../contract/pages/page.ts'
import {
  FIRST_PAGE,
  type NextPage,
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

/**
 * Loads all items of a list, paginated or flat, one page after the other (docs/interface.md,
 * "Limits": parallel page requests may push a client toward rate limits).
 *
 * @param path of the list, with its trailing slash
 * @throws ApiError
 */
export async function readAllPages<Item extends z.core.$ZodType>(
  item: Item,
  path: string,
  options: ReadOptions = {},
): Promise<z.output<Item>[]> {
  for (let reading = 1; ; reading++) {
    const { items, changed } = await readOnce(item, path, options)
    if (!changed || reading === MAX_LOADS) return items
  }
}

async function readOnce<Item extends z.core.$ZodType>(
  item: Item,
  path: string,
  { signal, maxPages = Number.POSITIVE_INFINITY }: ReadOptions,
): Promise<{ items: z.output<Item>[]; changed: boolean }> {
  const items: z.output<Item>[] = []
  let { count, changed, place, trail, pages } = resumeOrStart(items, signal)
  for (; place !== null && pages < maxPages; pages++) {
    const at: PagePlace = place
    const query = pageQuery(at, { page_size: String(MAX_PAGE_SIZE) })
    const answer: Page<z.output<Item>> | null = await request(
      pageOrListOf(item, at),
      `${path}?${query}`,
      { signal },
    ).catch(error => {
      if (signal && error instanceof ApiError && error.kind === 'throttled') {
        interruptedLoads.set(signal, { items, count, changed, place: at, trail, pages })
      }
      // The previous page was the last: the list became shorter, or the service didn't say so.
      if (error instanceof ApiError && error.kind === 'not-found' && items.length > 0) return null
      throw error
    })
    if (answer === null) return { items, changed: changed || items.length !== count }
    if (isFirstPageAgain(answer, at)) throw leadsNowhere({ page: at.page - 1 })
    items.push(...answer.results)
    changed ||= count !== null && count !== answer.count
    count = answer.count
    place = placeAfter(answer.next, at, trail)
    if (place !== null && isPastEnd(answer, items)) {
      // Such a list repeats its last page for higher page numbers, so its link would loop.
      if (place.cursor !== undefined && count === null) throw leadsNowhere(at)
      place = null
    }
  }
  return { items, changed }
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

type Progress = {
  items: unknown[]
  count: number | null
  changed: boolean
  place: PagePlace | null
  trail: PageTrail
  pages: number
}

/**
 * The progress of each load that a busy service interrupted, by its signal. The load continues
 * there, because from the first page it might never finish.
 */
const interruptedLoads = new WeakMap<AbortSignal, Progress>()

function resumeOrStart(items: unknown[], signal: AbortSignal | undefined): Progress {
  const begun = signal && interruptedLoads.get(signal)
  if (signal === undefined || begun === undefined) {
    const trail = new PageTrail(FIRST_PAGE)
    return { items, count: null, changed: false, place: FIRST_PAGE, trail, pages: 0 }
  }
  interruptedLoads.delete(signal)
  for (const item of begun.items) items.push(item)
  return begun
}

/**
 * The place of the page after `at`; null at the end of the list.
 *
 * @throws ApiError if its link leads to a page that was already loaded
 */
function placeAfter(next: NextPage, at: PageRequest, trail: PageTrail): PagePlace | null {
  const place = trail.on(next)
  if (place === NOWHERE) throw leadsNowhere(at)
  return place
}

function leadsNowhere({ page }: PageRequest): ApiError {
  const detail = `after page ${page} its link to the next page leads to nothing new, so the rest of the list can’t be read`
  return new ApiError('unreadable', { status: 200, detail })
}
