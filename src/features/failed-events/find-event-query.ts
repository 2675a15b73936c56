import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { ApiError } from '../../api/api-error.ts'
import { placeOn } from './event-steps.ts'
import { type EventPage, failedEventsQuery } from './failed-events-query.ts'
import type { ListPage } from './list-search.ts'

type Looking = { list: FailedEventList; event: string; page: EventPage }

/**
 * The page that an event is on now, when it is not on the one that its link names: new failures
 * push it to later ones. Null when it is on none.
 */
export function findEventQuery({ list, event, page }: Looking) {
  return queryOptions({
    queryKey: ['find-event', list, event, page.asked],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ client, signal }) =>
      findPage({ event, page, read: asked => readOnce(client, list, asked), signal }),
  })
}

type Search = {
  event: string
  /** Where it was looked for already. */
  page: EventPage
  /** null for a page that doesn't exist. */
  read: (asked: ListPage) => Promise<EventPage | null>
  signal: AbortSignal
}

/** Reads the neighbouring pages first, then on to the end, then those before; one at a time. */
export async function findPage({ event, page, read, signal }: Search): Promise<number | null> {
  const { asked } = page
  let [first, last] = [asked.page, asked.page]
  let hasMore = page.next !== null
  const look = async (number: number) => {
    signal.throwIfAborted()
    const answer = await read({ ...asked, page: number })
    if (number > last) hasMore = answer?.next != null
    first = Math.min(first, number)
    last = Math.max(last, number)
    return answer !== null && placeOn(answer, event) >= 0
  }

  if (hasMore && (await look(last + 1))) return last
  if (first > 1 && (await look(first - 1))) return first
  while (hasMore) if (await look(last + 1)) return last
  while (first > 1) if (await look(first - 1)) return first
  return null
}

/** Many pages may be read: those that nobody looks at are not kept. */
async function readOnce(client: QueryClient, list: FailedEventList, asked: ListPage) {
  try {
    return await client.fetchQuery({ ...failedEventsQuery(list, asked), gcTime: 0 })
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found') return null
    throw error
  }
}
