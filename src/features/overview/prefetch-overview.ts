import type { QueryClient } from '@tanstack/react-query'
import { firstDayCounted, recentDays } from '../../../contract/day-counts.ts'
import { FailedEventList } from '../../../contract/failed-event.ts'
import { MAX_PAGE_SIZE } from '../../../contract/pages/page.ts'
import type { Session } from '../../../contract/session.ts'
import { dayOf } from '../../../contract/time/calendar-date.ts'
import { blocklistQuery } from '../blocklist/records/queries.ts'
import { dayCountQuery } from '../day-counts/day-count-query.ts'
import { replayRunsQuery } from '../replays/replay-runs-query.ts'
import { recoveredDaysQuery } from '../replays/states/recovered-days-query.ts'

/** The cards next to the charts move each other when their data arrives, but the page should not wait long for it. */
const MAX_WAIT_FOR_CARDS_MS = 300

/**
 * Loads what Overview shows, while the code of the page loads.
 *
 * @param options `waitsForCounts`: whether the outline shows counts already, which must not disappear again
 */
export async function prefetchOverview(
  queryClient: QueryClient,
  { time_zone }: Pick<Session, 'time_zone'>,
  { waitsForCounts }: { waitsForCounts: boolean },
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
  const cards = Promise.all([
    queryClient.prefetchQuery(runningReplaysQuery),
    queryClient.prefetchQuery(blocklistQuery),
  ])
  const late = new Promise(resolve => setTimeout(resolve, MAX_WAIT_FOR_CARDS_MS))
  await Promise.all([waitsForCounts && counts, Promise.race([cards, late])])
}

/** The newest runs of the account, which include the running ones. */
export const runningReplaysQuery = replayRunsQuery({ page: 1, size: MAX_PAGE_SIZE })
