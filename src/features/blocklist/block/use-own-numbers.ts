import { useQuery, useQueryClient } from '@tanstack/react-query'
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
  const today = useTimes().today()
  const { data: settings } = useQuery(receiversQuery)
  const [isNoneSeen] = useState(() => seenTrackingNumbers(client).size === 0)
  const { data: sample } = useQuery({ ...eventSampleQuery(today), enabled: isNoneSeen })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sample is among what was seen
  return useMemo(() => {
    const written: [string, string | null][] = [
      ...(settings ?? []).map(({ tracking_number }): [string, null] => [tracking_number, null]),
      ...seenTrackingNumbers(client),
    ]
    return new Map(
      written.flatMap(([text, company]) =>
        readNumbers(text).map((number): [string, string | null] => [number, company]),
      ),
    )
  }, [client, settings, sample])
}
