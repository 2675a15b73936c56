import type { Page } from '../../contract/pages/page.ts'
import { isTurned } from '../../contract/pages/page-place.ts'

/** What a page says of how many there are; `next` is anything but null where there are more. */
type Listed = { count: number | null; next: unknown; results: unknown[] }

/**
 * How many pages a list has, seen from its page number `page`; null where the service doesn't count.
 * It may clamp the page size without a word, so that is measured on a full page and never taken
 * from what was asked for.
 */
export function pageCount(page: number, answer: Listed & { count: number }): number
export function pageCount(page: number, answer: Listed): number | null
export function pageCount(page: number, { count, next, results }: Listed): number | null {
  if (next === null) return page
  if (count === null) return null
  return Math.max(page + 1, Math.ceil(count / Math.max(1, results.length)))
}

/**
 * Where to go when `page` has ceased to exist, as `first`, the answer for page 1, tells it. Always
 * nearer to the beginning, so that stepping back comes to an end.
 */
export function pageToStepBackTo(
  page: number,
  first: Pick<Page<unknown>, 'count' | 'next' | 'results'>,
): number {
  // The last page can only be asked for where pages go by their number.
  if (isTurned(first.next)) return 1
  return Math.max(1, Math.min(pageCount(1, first) ?? 1, page - 1))
}
