import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  READING_PATH,
  type Reading,
  type ReadingChange,
  ReadingStatus,
} from '../../../contract/events.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { type ApiError, errorOfAnswer } from '../../api/api-error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'
import { stringifySearch } from '../../ui/search-string.ts'
import type { DateRange } from '../event/list/list-search.ts'
import { noticesQuery } from '../notices/notices-query.ts'
import { rangeParameters } from './events-query.ts'

/** While the gateway reads, the page shows how far it is. */
export const POLL_WHILE_READING_MS = 500
/** Shows what colleagues have replayed and changed in follow-ups, and tells the gateway that somebody still looks at the range. */
const POLL_MS = 5_000

/** How much of a range the gateway has read. Asking for it makes the gateway read it. */
export function readingQuery(list: FailedEventList, range: DateRange) {
  const { from, to } = range
  const queryKey = [...queryKeys.readings(list), { from, to }]
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const status = await requestReading(list, range, signal)
      const previous = client.getQueryData<ReadingStatus>(queryKey)
      if (previous !== undefined && previous.follow_ups !== status.follow_ups) {
        void client.invalidateQueries({ queryKey: queryKeys.followUps })
        // One may say who has handed something over.
        void client.invalidateQueries({ queryKey: noticesQuery.queryKey })
      }
      return status
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      // If nothing is known, the next request would replace the error by "Loading" each time.
      if (data === undefined) return false
      return data.reading.is_reading ? POLL_WHILE_READING_MS : POLL_MS
    },
  })
}

export function requestReading(
  list: FailedEventList,
  range: DateRange,
  signal: AbortSignal,
): Promise<ReadingStatus> {
  const query = stringifySearch(rangeParameters(list, range))
  return request(ReadingStatus, `${READING_PATH}${query}`, { signal })
}

export function changeReading(
  list: FailedEventList,
  range: DateRange,
  action: ReadingChange['action'],
): Promise<ReadingStatus> {
  const body = { ...rangeParameters(list, range), action }
  return request(ReadingStatus, READING_PATH, { method: 'POST', body })
}

export type ReadingControl = {
  /** undefined until it is known. */
  reading: Reading | undefined
  /** Changes with the events of the range and their states; undefined until it is known. */
  version: string | undefined
  /** Why the gateway could not be asked. */
  error: Error | null
  /** The same, or why it gave up reading. */
  problem: Error | null
  /** Reads the range again, or the rest of it. `onBegun` is called when the gateway has begun. */
  readAgain: (onBegun?: () => void) => void
  stop: () => void
}

/** Has the gateway read a range, and follows it. */
export function useReading(
  list: FailedEventList,
  range: DateRange,
  { enabled = true }: { enabled?: boolean } = {},
): ReadingControl {
  const queryClient = useQueryClient()
  const { queryKey, ...query } = readingQuery(list, range)
  const { data, error, refetch } = useQuery({ ...query, queryKey, enabled })
  const { mutate } = useMutation({
    mutationFn: (action: ReadingChange['action']) => changeReading(list, range, action),
    onSuccess: status => queryClient.setQueryData(queryKey, status),
    onError: () => void refetch(),
  })
  return {
    reading: data?.reading,
    version: data?.version,
    error,
    problem: error ?? (data ? readingError(data.reading) : null),
    readAgain: onBegun => mutate('again', onBegun && { onSuccess: onBegun }),
    stop: () => mutate('stop'),
  }
}

/** Why the gateway gave up reading, as the error of a request for the service's list. */
export function readingError({ problem }: Reading): ApiError | null {
  if (problem === null) return null
  const { status, detail } = problem
  const answer = { status, text: detail, retryAfter: null, isSignedOut: false, reference: null }
  return errorOfAnswer(answer, { detail })
}
