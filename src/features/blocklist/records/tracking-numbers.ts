import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { callFields } from '../../../../contract/event/call-fields.ts'
import type { ShownEvent } from '../../../../contract/event-page.ts'
import { queryKeys } from '../../../api/query-keys.ts'

/** Tracking numbers as the service writes them, and the company of each; null if that is unknown. */
export type TrackingNumbers = ReadonlyMap<string, string | null>

/** Kept only in memory, until the session ends. Lists leave the cache some minutes after their page. */
const trackingNumbersQuery = queryOptions<TrackingNumbers>({
  queryKey: ['tracking-numbers'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/** A page of events, or groups, which have no calls. */
type Listed = { results?: Pick<ShownEvent, 'call'>[] }

/** The tracking numbers of the events in the query cache, and those that were there at earlier calls. */
export function listedTrackingNumbers(client: QueryClient): TrackingNumbers {
  const numbers = new Map(client.getQueryData(trackingNumbersQuery.queryKey))
  for (const [, listed] of client.getQueriesData<Listed>({ queryKey: queryKeys.allEvents })) {
    for (const { call } of listed?.results ?? []) {
      const { tracking_number, company } = callFields(call)
      if (tracking_number && !numbers.get(tracking_number)) {
        numbers.set(tracking_number, company?.name ?? null)
      }
    }
  }
  client.setQueryDefaults(trackingNumbersQuery.queryKey, trackingNumbersQuery)
  client.setQueryData(trackingNumbersQuery.queryKey, numbers)
  return numbers
}
