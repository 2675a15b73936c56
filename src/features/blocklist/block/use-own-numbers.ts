import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTimes } from '../../../format/times.ts'
import { receiversQuery } from '../../receivers/queries/receivers-query.ts'
import { readNumbers } from '../phone/number-readings.tsx'
import { seenTrackingNumbers, type TrackingNumbers } from '../records/seen-tracking-numbers.ts'
import { eventSampleQuery } from './event-sample-query.ts'

/**
 * The account's own tracking numbers, as far as they are known: those of listed events, and those for
 * which a receiver is set. No service lists all of them. If a list can't be read, its numbers are
 * missing, as the form says.
 */
export function useOwnNumbers(): TrackingNumbers {
  const client = useQueryClient()
  const { data: settings } = useQuery(receiversQuery)
  const [isNoneSeen] = useState(() => seenTrackingNumbers(client).size === 0)
  const { data: sample } = useQuery({ ...useEventSampleQuery(), enabled: isNoneSeen })
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are in the client
  return useMemo(() => ownNumbers(client), [client, settings, sample])
}

/** Returns a function that waits for what `useOwnNumbers` is loading: a person may send the form before. */
export function useLoadedOwnNumbers(): () => Promise<TrackingNumbers> {
  const client = useQueryClient()
  const sample = useEventSampleQuery()
  return async () => {
    const isLoading = (key: QueryKey) => client.getQueryState(key)?.fetchStatus === 'fetching'
    await Promise.allSettled([
      isLoading(receiversQuery.queryKey) && client.ensureQueryData(receiversQuery),
      isLoading(sample.queryKey) && client.ensureQueryData(sample),
    ])
    return ownNumbers(client)
  }
}

function useEventSampleQuery() {
  return eventSampleQuery(useTimes().today())
}

function ownNumbers(client: QueryClient): TrackingNumbers {
  const settings = client.getQueryData(receiversQuery.queryKey) ?? []
  const written: [string, string | null][] = [
    ...settings.map(({ tracking_number }): [string, null] => [tracking_number, null]),
    ...seenTrackingNumbers(client),
  ]
  return new Map(
    written.flatMap(([text, company]) =>
      readNumbers(text).map((number): [string, string | null] => [number, company]),
    ),
  )
}
