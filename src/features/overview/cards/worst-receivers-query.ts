import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { readRange } from '../../range/range-reader.ts'
import { NOT_READ } from '../../range/range-reading.ts'
import { worstReceivers } from './worst-receivers.ts'

/** A day with more failures than this is judged by its newest ones, of each list. */
export const MAX_EVENTS_READ = 1_000

/**
 * The receivers of the failures on `day`, from the events themselves, because counts don't name them.
 */
export function worstReceiversQuery(day: CalendarDate) {
  return queryOptions({
    queryKey: queryKeys.worstReceivers(day),
    queryFn: async ({ client, signal }) => {
      const calls = await readDay(client, 'call_events_fail', day, signal)
      const aiEvents = await readDay(client, 'transcription_events_fail', day, signal)
      return {
        receivers: worstReceivers({
          call_events_fail: calls.events,
          transcription_events_fail: aiEvents.events,
        }),
        isComplete: calls.isComplete && aiEvents.isComplete,
      }
    },
    staleTime: 60_000,
  })
}

/** One page after the other. What was read stays in the cache, should a later page fail. */
function readDay(
  client: QueryClient,
  list: FailedEventList,
  day: CalendarDate,
  signal: AbortSignal,
) {
  return readRange(NOT_READ, {
    limit: MAX_EVENTS_READ,
    show: () => {},
    ask: place => {
      signal.throwIfAborted()
      const asked = { from: day, to: day, ...place, size: MAX_PAGE_SIZE }
      // The whole reading is what is tried again, so that the page can say what it waits for.
      return client.fetchQuery({ ...failedEventsQuery(list, asked), retry: false })
    },
  })
}
