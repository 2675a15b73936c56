import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { DateRange } from '../event/list/list-search.ts'
import { NOT_READ, type RangeReading } from './range-reading.ts'
import { cancelRangeReading, rangeReadingQuery } from './range-reading-query.ts'

export type RangeReadingControl = {
  reading: RangeReading
  isReading: boolean
  /** Why it stopped, if a request finally failed. `reading` has the events that were loaded before. */
  error: Error | null
  /** Continues an incomplete load; loads a complete range again. */
  read: () => void
  cancel: () => void
}

/** Loads all events of a range, or joins a load that is in progress. It starts automatically. */
export function useRangeReading(
  list: FailedEventList,
  range: DateRange,
  { enabled = true }: { enabled?: boolean } = {},
): RangeReadingControl {
  const queryClient = useQueryClient()
  const query = useQuery({ ...rangeReadingQuery(list, range), enabled })
  return {
    reading: query.data ?? NOT_READ,
    isReading: query.isFetching,
    error: query.isFetching ? null : query.error,
    read: () => void query.refetch({ cancelRefetch: false }),
    cancel: () => void cancelRangeReading(queryClient, list, range),
  }
}
