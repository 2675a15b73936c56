import { queryOptions, useQuery } from '@tanstack/react-query'
import { recoveredDaysPath } from '../../../../contract/day-counts.ts'
import type { ShownEvent } from '../../../../contract/event-page.ts'
import { type RecoveredDay, RecoveredDays } from '../../../../contract/event-state.ts'
import type { StateFilter } from '../../../../contract/events-filter.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { JUST_LOADED_MS, queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'
import { useList } from '../../event/list/use-list.tsx'

const RELOAD_EVERY_MS = 30_000

/** How many events of each day were delivered by a replay or marked as handled. */
export function recoveredDaysQuery(list: FailedEventList, first: CalendarDate, last: CalendarDate) {
  return queryOptions({
    queryKey: [...queryKeys.recoveredDays(list), first, last],
    staleTime: JUST_LOADED_MS,
    refetchInterval: RELOAD_EVERY_MS,
    queryFn: async ({ signal }): Promise<ReadonlyMap<CalendarDate, RecoveredDay>> => {
      const path = recoveredDaysPath(list, first, last)
      const { results } = await request(RecoveredDays, path, { signal })
      return new Map(results.map(one => [one.day, one]))
    },
    structuralSharing: false,
  })
}

/** A loaded page of the range. */
export type CountedPage = {
  count: number | null
  results: readonly Pick<ShownEvent, 'failed_at'>[]
}

type KnownCounts = { counts: Partial<Record<StateFilter, number>>; isLoading: boolean }

/**
 * The counts of a range that isn't loaded: the service's own count, and the events that the gateway knows
 * to have been delivered or handled, by the day of their failure.
 *
 * A service that reports no time of failure may list an event on a day that the gateway doesn't know, so
 * its events are not counted.
 */
export function useKnownCounts(
  page: CountedPage | undefined,
  { enabled }: { enabled: boolean },
): KnownCounts {
  const { list, search } = useList()
  const all = page?.count ?? null
  const hasTimes = page?.results.every(({ failed_at }) => failed_at !== null) ?? false
  const isAsked = enabled && all !== null && all > 0 && hasTimes
  const { data, isLoading } = useQuery({
    ...recoveredDaysQuery(list, search.from, search.to),
    enabled: isAsked,
  })
  if (all === null || all === 0) return { counts: { all: all ?? undefined }, isLoading: false }
  if (!isAsked || data === undefined) return { counts: { all }, isLoading }
  let recovered = 0
  let handled = 0
  for (const day of data.values()) {
    recovered += day.count
    handled += day.handled
  }
  const delivered = recovered - handled
  // The service may have removed an event from its list since.
  return { counts: { missing: Math.max(0, all - recovered), delivered, handled, all }, isLoading }
}
