import { type Query, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { pageOrListOf } from '../../../../contract/pages/page.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import { BACKGROUND_POLICY, retryWait } from '../../../api/retry-policy.ts'
import { type DateRange, requestedDates } from '../../event/list/list-search.ts'

const EVERY_MS = 30_000
/** A service without pages sends its whole list each time. */
const EVERY_MS_WITHOUT_PAGES = 5 * 60_000

const Counted = z.pipe(
  pageOrListOf(z.unknown()),
  z.transform(({ count, results }) => ({ count, knowsPages: results.length <= 1 })),
)
type Counted = z.output<typeof Counted>

/**
 * How many events the list has now, checked every 30 seconds while the tab is visible. Each failure
 * doubles the wait, and a busy service gets all the time that it asks for.
 */
export function newFailuresQuery(list: FailedEventList, range: DateRange) {
  return queryOptions({
    queryKey: queryKeys.eventCount(list, range),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ ...requestedDates(range), page: '1', page_size: '1' })
      return request(Counted, `/v1/${list}/?${query}`, { signal, urgency: 'background' })
    },
    staleTime: pause,
    refetchInterval: query => (query.state.status === 'error' ? false : pause(query)),
    retry: (failures, error) => wait(failures, error) !== null,
    retryDelay: (failures, error) => wait(failures, error) ?? 0,
  })
}

// biome-ignore lint/suspicious/noExplicitAny: whatever its key is
function pause({ state }: Query<Counted, Error, Counted, any>): number {
  return state.data?.knowsPages === false ? EVERY_MS_WITHOUT_PAGES : EVERY_MS
}

function wait(failures: number, error: unknown): number | null {
  const asked = retryWait(error, { faults: failures, throttled: failures }, BACKGROUND_POLICY)
  const { firstWaitMs, maxWaitMs } = BACKGROUND_POLICY.faults
  // A service that asks for a second at a time is not checked each second.
  return asked && Math.max(asked, Math.min(firstWaitMs * 2 ** failures, maxWaitMs))
}
