import { queryOptions } from '@tanstack/react-query'
import { recoveredDaysPath } from '../../../../contract/day-counts.ts'
import { type RecoveredDay, RecoveredDays } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { JUST_LOADED_MS, queryKeys } from '../../../api/query-keys.ts'
import { request } from '../../../api/request.ts'

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
