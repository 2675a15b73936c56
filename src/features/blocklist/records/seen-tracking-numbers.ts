import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { callFields } from '../../../../contract/event/call-fields.ts'
import type { ShownEvent } from '../../../../contract/event-page.ts'
import { queryKeys } from '../../../api/query-keys.ts'

/** Tracking numbers as the service writes them, and the company of each; null if that is unknown. */
export type TrackingNumbers = ReadonlyMap<string, string | null>

/** Kept only in memory, until the session ends. Lists leave the cache some minutes after their page. */
const seenQuery = queryOptions<TrackingNumbers>({
  queryKey: ['seen-tracking-numbers'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/** A page of events, or groups, which have no calls. */
type Listed = { results?: Pick<ShownEvent, 'call'>[] }

/** The tracking numbers of the events in the query cache, and of those that earlier calls have seen there. */
export function seenTrackingNumbers(client: QueryClient): TrackingNumbers {
  const seen = new Map(client.getQueryData(seenQuery.queryKey))
  for (const [, listed] of client.getQueriesData<Listed>({ queryKey: queryKeys.allEvents })) {
    for (const event of listed?.results ?? []) addNumber(seen, event)
  }
  client.setQueryDefaults(seenQuery.queryKey, seenQuery)
  client.setQueryData(seenQuery.queryKey, seen)
  return seen
}

/** A list has many events, and few tracking numbers. */
function addNumber(seen: Map<string, string | null>, { call }: Pick<ShownEvent, 'call'>): void {
  const written = trackingNumberIn(call)
  if (written === null || seen.get(written)) return
  const { tracking_number, company } = callFields(call)
  if (tracking_number) seen.set(written, company?.name ?? null)
}

function trackingNumberIn(call: unknown): string | null {
  if (typeof call !== 'object' || call === null || !('tracking_number' in call)) return null
  const { tracking_number: number } = call
  return typeof number === 'string' || typeof number === 'number' ? String(number) : null
}
