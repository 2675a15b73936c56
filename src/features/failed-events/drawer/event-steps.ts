import { isPlace, type PagePlace } from '../../../../contract/pages/page-place.ts'
import { eventKey } from '../../event/event-identity.ts'
import type { ListPage } from '../../event/list/list-search.ts'
import type { EventPage } from '../failed-events-query.ts'

export type StepPlace = {
  page: EventPage
  open: string
  read: (request: ListPage) => Promise<EventPage>
}

export type Step = PagePlace & { event: string }

export function hasNext({ page, open }: Omit<StepPlace, 'read'>): boolean {
  const index = placeOn(page, open)
  return index >= 0 && (index < page.results.length - 1 || isPlace(page.next))
}

export function hasPrevious({ page, open }: Omit<StepPlace, 'read'>): boolean {
  const index = placeOn(page, open)
  return index > 0 || (index === 0 && page.previous !== null)
}

/**
 * The event after (1) or before (-1) the open one, if necessary on the neighbouring page. New failures
 * may have pushed the open event there in the meantime; the step then starts from it.
 *
 * @returns null if there are no more
 */
export async function stepFrom({ page, open, read }: StepPlace, by: 1 | -1): Promise<Step | null> {
  const index = placeOn(page, open)
  if (index < 0) return null
  const here = stepOn(page, index + by)
  if (here !== null) return here
  const place = by === 1 ? page.next : page.previous
  if (!isPlace(place)) return null
  const neighbour = await read({ ...page.request, ...place })
  const again = placeOn(neighbour, open)
  if (again >= 0) return stepOn(neighbour, again + by)
  return stepOn(neighbour, by === 1 ? 0 : neighbour.results.length - 1)
}

/** From 0; -1 if it isn't on the page. */
export function placeOn({ results }: EventPage, open: string): number {
  return results.findIndex(event => eventKey(event) === open)
}

function stepOn({ request: { page, cursor }, results }: EventPage, index: number): Step | null {
  const event = results[index]
  return event ? { page, cursor, event: eventKey(event) } : null
}
