import type { Page } from '../../../contract/pages/page.ts'
import type { PagePlace } from '../../../contract/pages/page-place.ts'
import { PageTrail } from '../../../contract/pages/page-trail.ts'
import { ApiError } from '../../api/api-error.ts'
import { leadsNowhere, placeAfter } from '../../api/place-after.ts'
import type { IdentifiedEvent } from '../event/event-identity.ts'
import { GatheredEvents } from './gathered-events.ts'
import { NOT_READ, type Place, type RangeReading } from './range-reading.ts'

/** How many events are loaded before a person decides whether to load more, to keep the browser fast. */
const EVENTS_AT_A_TIME = 100_000
/** How far it has come is shown with every page; the events themselves only so often. */
const SHOW_EVERY_MS = 500

export type ListedPage = Pick<Page<IdentifiedEvent>, 'count' | 'next' | 'results'>

type Reader = {
  /** Gets one page, or throws what can't be helped. */
  ask: (place: PagePlace) => Promise<ListedPage>
  show: (reading: RangeReading) => void
  /** How many to read before it stops to ask. */
  limit?: number
}

/**
 * Loads a range of a list, page after page. It continues where `before` stopped. A complete range is
 * loaded again, and the old events stay until all new ones are there.
 *
 * @returns a reading that is complete, or has stopped at the limit
 * @throws what `ask` throws. What was read until then has been shown.
 */
export async function readRange(
  before: RangeReading,
  { ask, show, limit = EVENTS_AT_A_TIME }: Reader,
): Promise<RangeReading> {
  const isAnew = before.isComplete
  const begin = isAnew ? NOT_READ : before
  const gathered = new GatheredEvents(begin)
  const enough = before.events.length + limit
  let shown = isAnew ? before : { ...before, stopped: null, wait: null }
  let shownAt = Number.NEGATIVE_INFINITY
  let place: Place | null = begin.place
  let trail = new PageTrail(begin.place)

  const counted = () => ({ count: gathered.count, came: gathered.came, read: gathered.size })
  const step = (change: Partial<RangeReading> = {}): RangeReading => {
    shown = { ...shown, ...counted(), wait: null, stopped: null, ...change }
    show(shown)
    return shown
  }
  const soFar = (): Partial<RangeReading> =>
    isAnew ? {} : { events: gathered.all(), place: place ?? begin.place }

  step()
  try {
    while (place !== null) {
      const answer = await askUnlessGone(ask, place, gathered.size)
      if (answer !== null) gathered.add(answer, place)
      const next = answer && placeAfter(answer.next, place, trail)
      // Its links go round without an end, each time under another name.
      if (next?.cursor !== undefined && place.pass === 1 && gathered.isAtRest) {
        throw leadsNowhere(place)
      }
      place = gathered.placeAfter(place, next)
      if (place?.page === 1) trail = new PageTrail(place)
      if (place !== null && gathered.size >= enough) return step({ ...soFar(), stopped: 'limit' })
      const isDue = Date.now() - shownAt >= SHOW_EVERY_MS
      if (isDue) shownAt = Date.now()
      if (place !== null) step(isDue ? soFar() : {})
    }
  } catch (error) {
    // Loading it again failed: the events on screen are as complete as before.
    show({ ...(isAnew ? before : { ...shown, ...soFar(), ...counted() }), wait: null })
    throw error
  }
  return {
    ...NOT_READ,
    events: gathered.all(),
    isComplete: true,
    readAt: Date.now(),
    count: gathered.count,
    read: gathered.size,
    came: gathered.came,
  }
}

/** null where the list has become shorter, so that the page before was its last. */
async function askUnlessGone(ask: Reader['ask'], place: Place, read: number) {
  try {
    return await ask(place)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found' && place.page > 1 && read > 0)
      return null
    throw error
  }
}
