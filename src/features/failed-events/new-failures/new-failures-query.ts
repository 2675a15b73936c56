import { type Query, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { pageOrListOf } from '../../../../contract/pages/page.ts'
import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/request.ts'
import { type DateRange, windowOf } from '../../event/list/list-search.ts'

const EVERY_MS = 30_000
/** A service that doesn't know pages sends all of its list each time. */
const EVERY_MS_WITHOUT_PAGES = 5 * 60_000
const LONGEST_WAIT_MS = 10 * 60_000

const Counted = z.pipe(
  pageOrListOf(z.unknown()),
  z.transform(({ count, results }) => ({ count, knowsPages: results.length <= 1 })),
)
type Counted = z.output<typeof Counted>

/**
 * How many events the list has now, asked again and again but not while the tab is hidden. Each
 * failure doubles the wait, and a busy service is given all the time that it asks for.
 */
export function newFailuresQuery(list: FailedEventList, range: DateRange) {
  return queryOptions({
    queryKey: ['failed-events-count', list, range],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ ...windowOf(range), page: '1', page_size: '1' })
      return request(Counted, `/v1/${list}/?${query}`, { signal, urgency: 'background' })
    },
    staleTime: pause,
    refetchInterval: query => (query.state.status === 'error' ? false : pause(query)),
    retry: (_failures, error) => isPassing(error),
    retryDelay: (failures, error) => {
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
      return Math.max(asked, Math.min(EVERY_MS * 2 ** (failures + 1), LONGEST_WAIT_MS))
    },
  })
}

// biome-ignore lint/suspicious/noExplicitAny: whatever its key is
function pause({ state }: Query<Counted, Error, Counted, any>): number {
  return state.data?.knowsPages === false ? EVERY_MS_WITHOUT_PAGES : EVERY_MS
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    ['throttled', 'unavailable', 'offline', 'cut-off'].includes(error.kind)
  )
}
