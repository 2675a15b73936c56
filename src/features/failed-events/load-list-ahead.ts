import type { QueryClient } from '@tanstack/react-query'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { type DateRange, isInOrder, type ListSearch } from '../event/list/list-search.ts'

/** The part of the URL that decides which page of a list is loaded. An open event is not in it. */
export function listPageOf({ from, to, page, cursor, size, view }: ListSearch) {
  return { from, to, page, cursor, size, view }
}

/**
 * A page whose rows take longer is drawn without them. On a slow phone, an answer that has arrived
 * takes more than 300 ms to become rows.
 */
const MAX_WAIT_FOR_ROWS_MS = 1_000

/**
 * Loads a page of a list while the code that shows it loads. The document's outline shows the page
 * without rows, so the first page waits for its rows and is drawn once. Later pages don't wait.
 */
export function loadListAhead(
  queryClient: QueryClient,
  list: FailedEventList,
  asked: Omit<ReturnType<typeof listPageOf>, keyof DateRange> & DateRange,
): Promise<unknown> | undefined {
  if (asked.view !== undefined || !isInOrder(asked)) return undefined
  const load = async () => {
    const { failedEventsQuery } = await import('./failed-events-query.ts')
    // Every navigation on the page runs this again. Rows that are on screen must not change then.
    const staleTime = Number.POSITIVE_INFINITY
    await queryClient.prefetchQuery({ ...failedEventsQuery(list, asked), staleTime })
  }
  // If that fails, the page requests it again and shows the error.
  const loaded = load().catch(() => undefined)
  if (typeof document === 'undefined' || document.getElementById('outline') === null)
    return undefined
  const enough = new Promise(resolve => setTimeout(resolve, MAX_WAIT_FOR_ROWS_MS))
  return Promise.race([loaded, enough])
}
