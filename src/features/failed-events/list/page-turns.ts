import {
  isPlace,
  isUnnumbered,
  numbered,
  type PagePlace,
  type PageRequest,
  previousPlace,
} from '../../../../contract/pages/page-place.ts'
import type { EventPage } from '../failed-events-query.ts'

export type PageTurns = {
  /** The page from which they lead. */
  page: number
  next: PagePlace | null
  previous: PagePlace | null
}

/**
 * The pages that Next and Previous lead to.
 *
 * @param request the page in the URL
 * @param shown the visible page, which is still the previous one while `request` `isLoading`
 */
export function pageTurns(request: PageRequest, shown: EventPage, isLoading: boolean): PageTurns {
  const { next, previous } = shown
  if (!isLoading) {
    return { page: shown.request.page, next: isPlace(next) ? next : null, previous }
  }
  const { page } = request
  // Without page numbers, only the links of a page lead to the next one.
  if (request.cursor || isUnnumbered(next)) return { page, next: null, previous: null }
  return { page, next: next && numbered(page + 1), previous: previousPlace(null, request) }
}
