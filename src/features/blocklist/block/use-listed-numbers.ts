import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { MAX_PAGE_SIZE } from '../../../../contract/pages/page.ts'
import { FIRST_PAGE } from '../../../../contract/pages/page-place.ts'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { useTimes } from '../../../format/times.ts'
import { requestedDates } from '../../event/list/list-search.ts'
import { requestEvents } from '../../event/request-events.ts'
import { receiversQuery } from '../../receivers/queries/receivers-query.ts'
import { readNumbers } from '../phone/phone-entry.ts'
import type { ListedNumbers } from '../phone-input/validate-entries.ts'
import { findEntity } from '../records/blocked-entities.ts'
import { blocklistQuery } from '../records/queries.ts'
import { seenTrackingNumbers, type TrackingNumbers } from '../records/seen-tracking-numbers.ts'
import type { BlockNumbersFields } from './block-failure.ts'

/**
 * The numbers that are already blocked for the entity in the form and for every partner of the
 * account, and the account's own tracking numbers.
 */
export function useListedNumbers(control: Control<BlockNumbersFields>): ListedNumbers {
  const context = useWatch({ control, name: 'entity_context_name' })
  const reference = useWatch({ control, name: 'entity.reference' }).trim()
  const { data: records } = useQuery(blocklistQuery)
  const partner = useMemo(
    () =>
      new Set(
        records
          ?.filter(record => record.entity_context_name === 'partner')
          .flatMap(record => record.blocked_phone_number_list.map(entry => entry.phone_number)),
      ),
    [records],
  )
  const entity = useMemo(
    () => new Set(findEntity(records ?? [], context, reference).numbers),
    [records, context, reference],
  )
  const client = useQueryClient()
  const { data: settings } = useQuery(receiversQuery)
  const { data: sample } = useQuery(useEventSampleQuery())
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are in the client
  const own = useMemo(() => ownNumbers(client), [client, settings, sample])
  return useMemo(() => ({ entity, partner, own }), [entity, partner, own])
}

/** Returns a function that waits for own numbers that still load: a person may send the form before. */
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

/**
 * The account's own tracking numbers, as far as they are known: those of listed events, and those for
 * which a receiver is set. No service lists all of them. If a list can't be read, its numbers are
 * missing, as the form says.
 */
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

const DAYS = 7

/** The newest failed calls of the last days, because a person may have listed none before the form. */
function useEventSampleQuery() {
  const today = useTimes().today()
  const list: FailedEventList = 'call_events_fail'
  const days = requestedDates({ from: addDays(today, 1 - DAYS), to: today })
  return queryOptions({
    queryKey: queryKeys.eventSample(list),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const place = { ...FIRST_PAGE, size: MAX_PAGE_SIZE }
      const { results } = await requestEvents(list, days, place, { signal, urgency: 'background' })
      return { results }
    },
  })
}
