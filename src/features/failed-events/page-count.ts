import type { Page } from '../../../contract/page.ts'

/**
 * How many pages a list has, seen from its page number `page`. The service may clamp the page size
 * without a word, so it is measured on a full page and never taken from what was asked for.
 */
export function pageCount(page: number, answer: Page<unknown>): number {
  if (answer.next === null) return page
  return Math.max(page + 1, Math.ceil(answer.count / Math.max(1, answer.results.length)))
}

/**
 * Where to go when `page` has ceased to exist, as `first`, the answer for page 1, tells it. Always
 * nearer to the beginning, so that stepping back comes to an end.
 */
export function pageToStepBackTo(page: number, first: Page<unknown>): number {
  return Math.max(1, Math.min(pageCount(1, first), page - 1))
}
