import type { QueryClient } from '@tanstack/react-query'
import { firstDayCounted, recentDays } from '../../../contract/day-counts.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import type { FollowUpFilter } from '../../../contract/follow-up.ts'
import { overviewRange, TO_DO_GROUPS } from '../../../contract/overview.ts'
import { MAX_PAGE_SIZE } from '../../../contract/pages/page.ts'
import type { Session } from '../../../contract/session.ts'
import { type CalendarDate, dayOf } from '../../../contract/time/calendar-date.ts'
import { dayCountsQuery } from '../day-counts/day-count-query.ts'
import type { DateRange } from '../event/list/list-search.ts'
import { followUpsQuery } from '../follow-up/use-follow-up.ts'
import { groupsQuery, rangeParameters } from '../range/events-query.ts'
import { readingQuery } from '../range/use-reading.ts'
import { receiversQuery } from '../receivers/queries/receivers-query.ts'
import { replayRunsQuery } from '../replays/replay-runs-query.ts'
import { recoveredDaysQuery } from '../replays/states/recovered-days.ts'
import { standingOrdersQuery } from '../replays/waiting/standing-orders-query.ts'

/** Loads what Overview shows, while the code of the page loads. Waits for what comes soon. */
export async function prefetchOverview(
  queryClient: QueryClient,
  { time_zone, is_foreign }: Pick<Session, 'time_zone' | 'is_foreign'>,
): Promise<void> {
  const today = dayOf(new Date(), time_zone)
  const range = overviewRange(today)
  const counts = Promise.all([
    queryClient.prefetchQuery(dayCountsQuery(recentDays(today))),
    ...FailedEventList.options.map(list =>
      queryClient.prefetchQuery(recoveredDaysQuery(list, firstDayCounted(today), today)),
    ),
  ])
  const readings = FailedEventList.options.map(async list => {
    const reading = await queryClient.fetchQuery(readingQuery(list, range)).catch(() => null)
    return { list, version: reading?.version }
  })
  await Promise.all([
    // Another service is asked for sixty pages.
    !is_foreign && counts,
    queryClient.prefetchQuery(runningReplaysQuery),
    queryClient.prefetchQuery(standingOrdersQuery),
    queryClient.prefetchQuery(followUpsQuery),
    ...readings.map(async reading => {
      const { list, version } = await reading
      if (version) await queryClient.prefetchQuery(missingQuery(list, range, version))
    }),
    // Their states have to be as new as these versions.
    Promise.all(readings).then(() => queryClient.prefetchQuery(receiversQuery)),
  ])
}

/** The newest runs of the account, which include the running ones. */
export const runningReplaysQuery = replayRunsQuery({ page: 1, size: MAX_PAGE_SIZE })

/** Only the events of a company, or the receivers with this follow-up. */
export type ToDoFilter = {
  company?: string
  follow_up?: FollowUpFilter | undefined
  /** Counts what is missing from this day on before the range, too. */
  earlier_from?: CalendarDate | undefined
}

/** The receivers that lack events of a list. */
export function missingQuery(
  list: FailedEventList,
  range: DateRange,
  version: string | undefined,
  { company, ...others }: ToDoFilter = {},
) {
  const filter = { ...rangeParameters(list, range), company, state: 'missing' as const }
  return groupsQuery(filter, { ...TO_DO_GROUPS, starts: [], ...others }, version)
}
