import type { FailedEvent } from '../../../../contract/failed-event.ts'
import type { Page } from '../../../../contract/pages/page.ts'
import type { DayCount } from '../days/day-count.ts'

/** `isAtLeast`: there may be more, because not everything could be checked. */
export type NewFailures = { count: number; isAtLeast: boolean }

/**
 * The number of failures after `last`, the time of the last visit. On that day, it counts the events of
 * the newest page by their time. For later days, it adds the counts of the days.
 *
 * @param newest the newest page of the list on the day of that visit; undefined if that day is
 *   outside the 30 days
 */
export function failedSince(
  last: Date,
  newest: Pick<Page<FailedEvent>, 'next' | 'results'> | undefined,
  laterDays: DayCount[],
): NewFailures {
  const later = laterDays.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const areDaysKnown = laterDays.every(({ count }) => count !== null)
  if (newest === undefined) return { count: later, isAtLeast: true }

  const moments = newest.results.map(event => Date.parse(event.failed_at ?? ''))
  const after = moments.filter(moment => moment > last.getTime())
  const isPageEnough = newest.next === null || endsBefore(moments, last)
  const areTimesKnown = moments.every(moment => !Number.isNaN(moment))
  return {
    count: later + after.length,
    isAtLeast: !areDaysKnown || !isPageEnough || !areTimesKnown,
  }
}

/** Only in a list with the newest first does the last event show that all others are older. */
function endsBefore(moments: number[], last: Date): boolean {
  const isNewestFirst = moments.every(
    (moment, index) => index === 0 || moment <= (moments[index - 1] ?? 0),
  )
  return isNewestFirst && (moments.at(-1) ?? 0) <= last.getTime()
}
