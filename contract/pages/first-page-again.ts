import type { Page } from './page.ts'
import { isTurned, type PageAsked } from './page-place.ts'

/**
 * Whether a service sent its first page although another one was asked for by its number: nothing
 * comes before it, and its link leads on by something other than a number.
 */
export function isFirstPageAgain(
  { isFirst, next }: Pick<Page<unknown>, 'isFirst' | 'next'>,
  at: PageAsked,
): boolean {
  return at.page > 1 && at.turn === undefined && isFirst && isTurned(next)
}
