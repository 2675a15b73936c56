import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
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
import { findEntity, numbersOf } from '../records/blocked-entities.ts'
import { blocklistQuery } from '../records/queries.ts'
import { listedTrackingNumbers, type TrackingNumbers } from '../records/tracking-numbers.ts'
import type { BlockNumbersFields } from './block-failure.ts'

/** The numbers that are already blocked for the entity in the form and for every partner of the account. */
export function useListedNumbers(control: Control<BlockNumbersFields>): ListedNumbers {
  const [context, reference] = useWatch({
    control,
    name: ['entity_context_name', 'entity.reference'],
  })
  const { data: records = [] } = useQuery(blocklistQuery)
  return useMemo(() => {
    const partners = records.filter(record => record.entity_context_name === 'partner')
    return {
      entity: new Set(findEntity(records, context, reference.trim()).numbers),
      partner: new Set(partners.flatMap(numbersOf)),
    }
  }, [records, context, reference])
}

const DAYS = 7
const LIST: FailedEventList = 'call_events_fail'

/**
 * The account's own tracking numbers, as far as they are known: those of listed events, and those for
 * which a receiver is set. No service lists all of them. If a list can't be read, its numbers are
 * missing, as the form says.
 */
export function useOwnNumbersQuery() {
  const client = useQueryClient()
  const today = useTimes().today()
  /** The newest failed calls of the last days, because a person may have listed none before the form. */
  const sampleQuery = queryOptions({
    queryKey: queryKeys.eventSample(LIST),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const days = requestedDates({ from: addDays(today, 1 - DAYS), to: today })
      const place = { ...FIRST_PAGE, size: MAX_PAGE_SIZE }
      const { results } = await requestEvents(LIST, days, place, { signal, urgency: 'background' })
      return { results }
    },
  })
  return queryOptions({
    queryKey: ['own-numbers'],
    staleTime: 0,
    queryFn: async (): Promise<TrackingNumbers> => {
      const [settings] = await Promise.all([
        client.ensureQueryData(receiversQuery).catch(() => []),
        client.ensureQueryData(sampleQuery).catch(() => null),
      ])
      const numbers = new Map<string, string | null>()
      for (const { tracking_number } of settings) {
        for (const number of readNumbers(tracking_number)) numbers.set(number, null)
      }
      for (const [text, company] of listedTrackingNumbers(client)) {
        for (const number of readNumbers(text)) numbers.set(number, company)
      }
      return numbers
    },
  })
}
