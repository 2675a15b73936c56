import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import {
  FIRST_PAGE,
  numbered,
  type PagePlace,
  type PageRequest,
} from '../../../../contract/pages/page-place.ts'
import { PageTrail } from '../../../../contract/pages/page-trail.ts'
import { ApiError } from '../../../api/api-error.ts'
import { placeAfter } from '../../../api/place-after.ts'
import type { ListPage } from '../../event/list/list-search.ts'
import { type EventPage, failedEventsQuery } from '../failed-events-query.ts'
import { placeOn } from './event-steps.ts'

type Looking = { list: FailedEventList; event: string; page: EventPage }

/**
 * The current page of an event that is not on the page in its link, because new failures push it to
 * later pages. Null if it is on none.
 */
export function findEventQuery({ list, event, page }: Looking) {
  return queryOptions({
    queryKey: ['find-event', list, event, page.request],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ client, signal }) =>
      findPage({ event, page, readPage: request => readOnce(client, list, request), signal }),
  })
}

type Search = {
  event: string
  page: EventPage
  /** null for a page that doesn't exist. */
  readPage: (request: ListPage) => Promise<EventPage | null>
  signal: AbortSignal
}

/**
 * Reads the neighbouring pages first, then the later ones, then the earlier ones, one at a time.
 *
 * @throws ApiError if a link leads back, so that not all pages can be read
 */
export async function findPage({
  event,
  page,
  readPage,
  signal,
}: Search): Promise<PagePlace | null> {
  const { request } = page
  const ahead = onFrom(page)
  const back = request.cursor === undefined ? backFrom(request) : fromFirst(request)
  const look = async (way: Way) => {
    signal.throwIfAborted()
    const { place } = way
    if (place === null) return null
    const answer = await readPage({ ...request, ...place })
    way.place = way.after(answer, place)
    return answer !== null && placeOn(answer, event) >= 0 ? place : null
  }

  let place = (await look(ahead)) ?? (await look(back))
  while (place === null && ahead.place !== null) place = await look(ahead)
  while (place === null && back.place !== null) place = await look(back)
  return place
}

/** The next page to check, and the one after that; null at the end. */
type Way = {
  place: PagePlace | null
  after: (answer: EventPage | null, place: PagePlace) => PagePlace | null
}

function onFrom({ request, next }: EventPage): Way {
  const trail = new PageTrail(request)
  return {
    place: placeAfter(next, request, trail),
    after: (answer, place) => placeAfter(answer?.next ?? null, place, trail),
  }
}

function backFrom({ page }: PageRequest): Way {
  const before = (number: number) => (number > 1 ? numbered(number - 1) : null)
  return { place: before(page), after: (_answer, place) => before(place.page) }
}

/**
 * For pages with links, all pages up to the requested one. Newer events may have arrived between it and
 * the pages that its `previous` leads to.
 */
function fromFirst({ cursor }: PageRequest): Way {
  const trail = new PageTrail(FIRST_PAGE)
  return {
    place: FIRST_PAGE,
    after: (answer, place) => {
      const next = placeAfter(answer?.next ?? null, place, trail)
      return next?.cursor === cursor ? null : next
    },
  }
}

/** Many pages may be read, so pages that are not shown are not cached. */
async function readOnce(client: QueryClient, list: FailedEventList, request: ListPage) {
  try {
    return await client.fetchQuery({ ...failedEventsQuery(list, request), gcTime: 0 })
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found') return null
    throw error
  }
}
