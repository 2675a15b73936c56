import type { Page } from '../../contract/pages/page.ts'
import { isUnnumbered } from '../../contract/pages/page-place.ts'

/** The count of a page; `next` is null on the last page. */
type Listed = { count: number | null; next: unknown; results: unknown[] }

/**
 * The number of pages of a list, calculated from page `page`; null if the service doesn't count.
 * The service may reduce the page size silently, so it is measured on a full page.
 */
export function pageCount(page: number, answer: Listed & { count: number }): number
export function pageCount(page: number, answer: Listed): number | null
export function pageCount(page: number, { count, next, results }: Listed): number | null {
  if (next === null) return page
  if (count === null) return null
  return Math.max(page + 1, Math.ceil(count / Math.max(1, results.length)))
}

/**
 * The page to redirect to if `page` no longer exists, given `first`, the answer for page 1. It is
 * always before `page`, so that redirects end.
 */
export function lastPageBefore(
  page: number,
  first: Pick<Page<unknown>, 'count' | 'next' | 'results'>,
): number {
  // Only numbered pages allow a request for the last page.
  if (isUnnumbered(first.next)) return 1
  return Math.max(1, Math.min(pageCount(1, first) ?? 1, page - 1))
}
