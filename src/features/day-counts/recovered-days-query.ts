import { queryOptions } from '@tanstack/react-query'
import { RecoveredDays } from '../../../contract/event-state.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { addDays, type CalendarDate } from '../../../contract/time/calendar-date.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { request } from '../../api/request.ts'

const RELOAD_EVERY_MS = 30_000

/** How many events of each day were delivered by a replay or marked as handled. */
export function recoveredDaysQuery(list: FailedEventList, first: CalendarDate, last: CalendarDate) {
  return queryOptions({
    queryKey: [...queryKeys.recoveredDays(list), first, last],
    staleTime: 0,
    refetchInterval: RELOAD_EVERY_MS,
    queryFn: async ({ signal }): Promise<ReadonlyMap<CalendarDate, number>> => {
      const query = new URLSearchParams({ list, from_date: first, to_date: addDays(last, 1) })
      const { results } = await request(RecoveredDays, `/gateway/settled-days?${query}`, { signal })
      return new Map(results.map(({ day, count }) => [day, count]))
    },
    structuralSharing: false,
  })
}
