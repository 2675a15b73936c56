import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { queryKeys } from '../../api/query-keys.ts'

/** Columns of failed events that no field of the service can fill, by their ids, as the last page of the list said. */
export function useMissingColumns(list: FailedEventList): ReadonlySet<string> {
  const { data } = useQuery<string[]>({
    queryKey: queryKeys.missingColumns(list),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => new Set(data), [data])
}
