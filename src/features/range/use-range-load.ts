import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { DateRange } from '../event/list/list-search.ts'
import { NOT_LOADED, type RangeLoad } from './range-load.ts'
import { cancelRangeLoad, rangeLoadQuery } from './range-load-query.ts'

export type RangeLoadControl = {
  load: RangeLoad
  isLoading: boolean
  /** Why it stopped, if a request finally failed. `load` has the events that were loaded before. */
  error: Error | null
  /** Continues an incomplete load; loads a complete range again. */
  read: () => void
  cancel: () => void
}

/** Loads all events of a range, or joins a load that is in progress. It starts automatically. */
export function useRangeLoad(
  list: FailedEventList,
  range: DateRange,
  { enabled = true }: { enabled?: boolean } = {},
): RangeLoadControl {
  const queryClient = useQueryClient()
  const query = useQuery({ ...rangeLoadQuery(list, range), enabled })
  return {
    load: query.data ?? NOT_LOADED,
    isLoading: query.isFetching,
    error: query.isFetching ? null : query.error,
    read: () => void query.refetch({ cancelRefetch: false }),
    cancel: () => void cancelRangeLoad(queryClient, list, range),
  }
}
