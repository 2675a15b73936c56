import type { Page } from '../../../contract/pages/page.ts'
import type { PagePlace } from '../../../contract/pages/page-place.ts'
import { PageTrail } from '../../../contract/pages/page-trail.ts'
import { ApiError } from '../../api/api-error.ts'
import { leadsNowhere, placeAfter } from '../../api/place-after.ts'
import type { IdentifiedEvent } from '../event/event-identity.ts'
import { GatheredEvents } from './gathered-events.ts'
import { NOT_LOADED, type Place, type RangeLoad } from './range-load.ts'

/** How many events are loaded before a person decides whether to load more, to keep the browser fast. */
const MAX_EVENTS_PER_LOAD = 100_000
/** The progress is published with every page, the events only at this interval. */
const SHOW_EVERY_MS = 500

export type ListedPage = Pick<Page<IdentifiedEvent>, 'count' | 'next' | 'results'>

type Reader = {
  /** Loads one page, or throws a final error. */
  ask: (place: PagePlace) => Promise<ListedPage>
  show: (load: RangeLoad) => void
  /** The number of events after which it stops and a person decides. */
  limit?: number
}

/**
 * Loads a range of a list, page after page. It continues where `before` stopped. A complete range is
 * loaded again, and the old events stay until all new ones are there.
 *
 * @returns the progress, which is complete or has stopped at the limit
 * @throws the errors of `ask`. Events that were loaded before have been published.
 */
export async function loadRange(
  before: RangeLoad,
  { ask, show, limit = MAX_EVENTS_PER_LOAD }: Reader,
): Promise<RangeLoad> {
  const isReload = before.isComplete
  const begin = isReload ? NOT_LOADED : before
  const gathered = new GatheredEvents(begin)
  const enough = before.events.length + limit
  let shown = isReload ? before : { ...before, stopped: null, wait: null }
  let shownAt = Number.NEGATIVE_INFINITY
  let place: Place | null = begin.place
  let trail = new PageTrail(begin.place)

  const counted = () => ({ count: gathered.count, came: gathered.came, read: gathered.size })
  const step = (change: Partial<RangeLoad> = {}): RangeLoad => {
    shown = { ...shown, ...counted(), wait: null, stopped: null, ...change }
    show(shown)
    return shown
  }
  const soFar = (): Partial<RangeLoad> =>
    isReload ? {} : { events: gathered.all(), place: place ?? begin.place }

  step()
  try {
    while (place !== null) {
      const answer = await askUnlessGone(ask, place, gathered.size)
      if (answer !== null) gathered.add(answer, place)
      const next = answer && placeAfter(answer.next, place, trail)
      // Its links form an endless circle, each time with other parameters.
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
    show({ ...(isReload ? before : { ...shown, ...soFar(), ...counted() }), wait: null })
    throw error
  }
  return {
    ...NOT_LOADED,
    events: gathered.all(),
    isComplete: true,
    readAt: Date.now(),
    count: gathered.count,
    read: gathered.size,
    came: gathered.came,
  }
}

/** null if the list has become shorter, so that the previous page was the last one. */
async function askUnlessGone(ask: Reader['ask'], place: Place, read: number) {
  try {
    return await ask(place)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found' && place.page > 1 && read > 0)
      return null
    throw error
  }
}
