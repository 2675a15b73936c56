import {
  isPlace,
  isUnnumbered,
  numbered,
  type PageAsked,
  type PagePlace,
  previousPlace,
} from '../../../../contract/pages/page-place.ts'
import type { EventPage } from '../failed-events-query.ts'

type PageTurns = { next: PagePlace | null; previous: PagePlace | null }

/**
 * Where Next and Previous lead.
 *
 * @param asked the page that the address names
 * @param shown the page in sight, which is still the one before while `asked` `isLoading`
 */
export function pageTurns(asked: PageAsked, shown: EventPage, isLoading: boolean): PageTurns {
  const { next, previous } = shown
  if (!isLoading) return { next: isPlace(next) ? next : null, previous }
  // Without numbers, the way past a page is known only from its links.
  if (asked.cursor || isUnnumbered(next)) return { next: null, previous: null }
  return { next: next && numbered(asked.page + 1), previous: previousPlace(null, asked) }
}
