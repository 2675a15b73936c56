import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { NOT_LOADED } from '../../range/range-load.ts'
import { loadRange } from '../../range/range-loader.ts'

/** For a day with more failures, only the newest ones of each list are read. */
export const MAX_EVENTS_READ = 1_000

/** The failures on `day` as events, because counts don't name receivers. */
export function worstReceiversQuery(day: CalendarDate) {
  return queryOptions({
    queryKey: ['worst-receivers', day],
    queryFn: async ({ client, signal }) => {
      const calls = await readDay(client, 'call_events_fail', day, signal)
      const aiEvents = await readDay(client, 'transcription_events_fail', day, signal)
      return {
        call_events_fail: calls.events,
        transcription_events_fail: aiEvents.events,
        isComplete: calls.isComplete && aiEvents.isComplete,
      }
    },
    staleTime: 60_000,
    // Comparing two thousand events takes longer than drawing the five worst receivers.
    structuralSharing: false,
  })
}

/** Reads one page after the other. Loaded pages stay in the cache if a later page fails. */
function readDay(
  client: QueryClient,
  list: FailedEventList,
  day: CalendarDate,
  signal: AbortSignal,
) {
  return loadRange(NOT_LOADED, {
    limit: MAX_EVENTS_READ,
    show: () => {},
    ask: place => {
      signal.throwIfAborted()
      const asked = { from: day, to: day, ...place, size: MAX_PAGE_SIZE }
      // The whole load is retried, so that the page can say what it waits for.
      return client.fetchQuery({ ...failedEventsQuery(list, asked), retry: false })
    },
  })
}
