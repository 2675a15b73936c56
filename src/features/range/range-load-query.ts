import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { isFirstPageAgain, MAX_PAGE_SIZE } from '../../../contract/pages/page.ts'
import { pageQuery } from '../../../contract/pages/page-place.ts'
import { leadsNowhere } from '../../api/place-after.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { requestWithRetries, waitUntilVisible } from '../../api/retries.ts'
import { keepTexts } from '../event/event-json.ts'
import { knownEvents } from '../event/identify-events.ts'
import { type DateRange, requestedDates } from '../event/list/list-search.ts'
import { refuseEmptyPage } from '../failed-events/failed-events-query.ts'
import { requestEvents } from '../service-fields/request-events.ts'
import { NOT_LOADED, type RangeLoad } from './range-load.ts'
import { loadRange } from './range-loader.ts'

/**
 * All events of a range. The data grows while it loads, and everything that needs the same range shares
 * it. Fetching it again continues an incomplete load, or loads a complete range again. It stops when
 * nothing shows it any more, and continues when something does.
 */
export function rangeLoadQuery(list: FailedEventList, { from, to }: DateRange) {
  const queryKey = queryKeys.eventRange(list, { from, to })
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }): Promise<RangeLoad> => {
      const show = (change: (known: RangeLoad) => RangeLoad) => {
        const state = client.getQueryState<RangeLoad>(queryKey)
        // This load was stopped and another one has started, which is newer.
        if (signal.aborted && state?.fetchStatus === 'fetching') return
        // Do not restore removed data, for example after the session ended.
        client.setQueryData<RangeLoad>(queryKey, known => known && change(known))
      }
      const begun = client.getQueryData<RangeLoad>(queryKey)
      if (begun === undefined) client.setQueryData<RangeLoad>(queryKey, NOT_LOADED)
      return loadRange(begun ?? NOT_LOADED, {
        show: load => show(({ stopped }) => (signal.aborted ? { ...load, stopped } : load)),
        ask: async place => {
          await waitUntilVisible(signal)
          const days = requestedDates({ from, to })
          const query = pageQuery(place, { ...days, page_size: String(MAX_PAGE_SIZE) })
          const path = `/v1/${list}/?${query}`
          const { answer, text } = await requestWithRetries(
            () =>
              requestEvents(client, { list, ...days, place }, path, {
                signal,
                urgency: 'background',
              }),
            { signal, onWait: seconds => show(known => ({ ...known, wait: { seconds } })) },
          )
          refuseEmptyPage(answer, place.page, text)
          if (isFirstPageAgain(answer, place)) throw leadsNowhere({ page: place.page - 1 })
          const results = await knownEvents(answer.results, text)
          keepTexts(results, text)
          return { ...answer, results }
        },
      })
    },
    // Thousands of events are neither compared nor loaded again automatically.
    structuralSharing: false,
    staleTime: query => (isAtRest(query.state.data) ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
    // Each page has its own retries.
    retry: false,
  })
}

/** Stops loading. The loaded events stay, marked as incomplete. */
export async function cancelRangeLoad(
  client: QueryClient,
  list: FailedEventList,
  range: DateRange,
): Promise<void> {
  const { queryKey } = rangeLoadQuery(list, range)
  await client.cancelQueries({ queryKey })
  client.setQueryData<RangeLoad>(
    queryKey,
    known => known && { ...known, wait: null, stopped: 'cancelled' },
  )
}

function isAtRest(load: RangeLoad | undefined): boolean {
  return load !== undefined && (load.isComplete || load.stopped !== null)
}
