import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Page } from '../../../contract/pages/page.ts'
import { FIRST_PAGE, pageQuery } from '../../../contract/pages/page-place.ts'
import { ApiError } from '../../api/api-error.ts'
import { loadModule } from '../../api/connection.ts'
import { queryKeys } from '../../api/query-keys.ts'
import type { IdentifiedEvent } from '../event/event-identity.ts'
import { type EventRow, eventRow } from '../event/event-row.ts'
import { knownEvents } from '../event/identify-events.ts'
import { eventSearch } from '../event/list/event-link.ts'
import { isInOrder, type ListPage, requestedDates } from '../event/list/list-search.ts'
import { requestEvents } from '../service-fields/request-events.ts'

/** A page with its request, the text of the answer, and its rows. */
export type EventPage = Page<IdentifiedEvent> & {
  asked: ListPage
  text: string
  /** The fields by which the items of a foreign service were read. */
  readAs?: string | undefined
  rows: EventRow[]
}

/** One page of a list of failed events. It never requests a range that ends before it begins. */
export function failedEventsQuery(
  list: FailedEventList,
  { from, to, page, cursor, size }: ListPage,
) {
  const asked = { from, to, page, cursor, size }
  return queryOptions({
    queryKey: queryKeys.eventPage(list, asked),
    enabled: isInOrder(asked),
    queryFn: async ({ client, signal }): Promise<EventPage> => {
      const query = pageQuery(asked, { ...requestedDates(asked), page_size: String(size) })
      const path = `/v1/${list}/?${query}`
      const {
        answer,
        text: whole,
        readAs,
      } = await requestEvents(
        client,
        { list, ...requestedDates(asked), place: asked, size },
        path,
        {
          signal,
        },
      )
      refuseEmptyPage(answer, page, whole)
      const text = answer.isCut ? await cutText(whole, asked) : whole
      // Rows stay on screen while the next page loads, so they keep their page. The text is for the
      // open event, whose payload is shown exactly. The rows are built now, so that a prefetched page
      // needs no more work when a person opens it.
      const results = await knownEvents(answer.results, text)
      const pageSearch = eventSearch(asked)
      const rows = results.map(event => eventRow(event, { ...asked, list }, pageSearch))
      const found = { ...answer, results, asked, text, readAs, rows }
      if (page === 1 || !(answer.isFirst || cursor)) return found
      const { checkLaterPage } = await loadModule(() => import('./check-later-page.ts'))
      const first = failedEventsQuery(list, { ...asked, ...FIRST_PAGE })
      return checkLaterPage(found, {
        readFirst: () => client.fetchQuery(first),
        known: client.getQueriesData({ queryKey: queryKeys.eventPages(list, { from, to, size }) }),
      })
    },
    // The same text is the same page, so no deep comparison is needed.
    structuralSharing: (known, read) => (isSameText(known, read) ? known : read),
  })
}

/** The loaded page of the same days that is nearest to the requested one. */
export function nearestPage(
  client: QueryClient,
  list: FailedEventList,
  { from, to, page, size }: ListPage,
): EventPage | undefined {
  const read = client.getQueriesData<EventPage>({
    queryKey: queryKeys.eventPages(list, { from, to, size }),
  })
  const distance = (one: EventPage) => Math.abs(one.asked.page - page)
  return read
    .flatMap(([, known]) => known ?? [])
    .toSorted((one, other) => distance(one) - distance(other))
    .at(0)
}

/** The text of one page of an answer that contains the whole list. */
async function cutText(text: string, asked: { page: number; size: number }): Promise<string> {
  const { partOfList } = await loadModule(() => import('../event/event-json.ts'))
  return partOfList(text, asked)
}

function isSameText(one: unknown, other: unknown): boolean {
  const [read, again] = [WithText.safeParse(one).data, WithText.safeParse(other).data]
  return read !== undefined && read.text === again?.text && read.readAs === again.readAs
}

const WithText = z.object({ text: z.string(), readAs: z.optional(z.string()) })

/**
 * An empty page of a list with events is never "nothing found". After the last page, it no longer
 * exists (not every service answers 404 there). As the first page, it contradicts its own count.
 */
export function refuseEmptyPage(
  { count, results }: Pick<Page<unknown>, 'count' | 'results'>,
  page: number,
  answer?: string,
) {
  if (count === 0 || results.length > 0) return
  if (page > 1) throw new ApiError('not-found')
  throw new ApiError('unreadable', {
    status: 200,
    detail:
      count === null
        ? 'it says that there is more, but lists nothing'
        : `it counts ${count}, but lists none of them`,
    answer,
  })
}
