import type { QueryClient } from '@tanstack/react-query'
import { firstDayCounted, recentDays } from '../../../contract/day-counts.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { recoveredDaysQuery } from '../replays/states/recovered-days-query.ts'
import { dayCountQuery } from './day-count-query.ts'

/** Loads what the charts of Overview show, while the code of the page loads. */
export function prefetchDayCounts(queryClient: QueryClient, timeZone: string): Promise<unknown> {
  const today = dayOf(new Date(), timeZone)
  return Promise.all([
    ...recentDays(today).map(({ list, day }) =>
      queryClient.prefetchQuery(dayCountQuery(list, day, timeZone)),
    ),
    ...FailedEventList.options.map(list =>
      queryClient.prefetchQuery(recoveredDaysQuery(list, firstDayCounted(today), today)),
    ),
  ])
}
