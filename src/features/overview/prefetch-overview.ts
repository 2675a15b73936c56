import type { QueryClient } from '@tanstack/react-query'
import { firstDayCounted, recentDays } from '../../../contract/day-counts.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { MAX_PAGE_SIZE } from '../../../contract/pages/page.ts'
import type { Session } from '../../../contract/session.ts'
import { addDays, type CalendarDate, dayOf } from '../../../contract/time/calendar-date.ts'
import { dayCountQuery } from '../day-counts/day-count-query.ts'
import type { DateRange } from '../event/list/list-search.ts'
import { readingQuery } from '../range/use-reading.ts'
import { replayRunsQuery } from '../replays/replay-runs-query.ts'
import { recoveredDaysQuery } from '../replays/states/recovered-days-query.ts'

/** Loads what Overview shows, while the code of the page loads. Waits for what comes soon. */
export async function prefetchOverview(
  queryClient: QueryClient,
  { time_zone, is_foreign }: Pick<Session, 'time_zone' | 'is_foreign'>,
): Promise<void> {
  const today = dayOf(new Date(), time_zone)
  const counts = Promise.all([
    ...recentDays(today).map(({ list, day }) =>
      queryClient.prefetchQuery(dayCountQuery(list, day, time_zone)),
    ),
    ...FailedEventList.options.map(list =>
      queryClient.prefetchQuery(recoveredDaysQuery(list, firstDayCounted(today), today)),
    ),
  ])
  await Promise.all([
    // Another service is asked for sixty pages.
    !is_foreign && counts,
    queryClient.prefetchQuery(runningReplaysQuery),
    ...FailedEventList.options.map(list =>
      queryClient.prefetchQuery(readingQuery(list, recentRange(today))),
    ),
  ])
}

/** The newest runs of the account, which include the running ones. */
export const runningReplaysQuery = replayRunsQuery({ page: 1, size: MAX_PAGE_SIZE })

/** The days whose missing events Overview lists. */
export function recentRange(today: CalendarDate): DateRange {
  return { from: addDays(today, -6), to: today }
}
