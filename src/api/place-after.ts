import {
  type NextPage,
  NOWHERE,
  type PagePlace,
  type PageRequest,
} from '../../contract/pages/page-place.ts'
import type { PageTrail } from '../../contract/pages/page-trail.ts'
import { ApiError } from './api-error.ts'

/**
 * The place of the page after `at`; null at the end of the list.
 *
 * @throws ApiError if its link leads to a page that was already loaded
 */
export function placeAfter(next: NextPage, at: PageRequest, trail: PageTrail): PagePlace | null {
  const place = trail.on(next)
  if (place === NOWHERE) throw leadsNowhere(at)
  return place
}

export function leadsNowhere({ page }: PageRequest): ApiError {
  const detail = `after page ${page} its link to the next page leads to nothing new, so the rest of the list can’t be read`
  return new ApiError('unreadable', { status: 200, detail })
}
