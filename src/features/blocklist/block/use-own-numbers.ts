import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { receiversQuery } from '../../receivers/queries/receivers-query.ts'
import { readNumbers } from '../phone/number-readings.tsx'
import { seenTrackingNumbers, type TrackingNumbers } from '../records/seen-tracking-numbers.ts'

/**
 * The account's own tracking numbers, as far as they are known: those of listed events, and those for
 * which a receiver is set. No service lists all of them.
 */
export function useOwnNumbers(): TrackingNumbers {
  const client = useQueryClient()
  const { data: settings } = useQuery(receiversQuery)
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
  }, [client, settings])
}
