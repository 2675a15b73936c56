import { useQuery } from '@tanstack/react-query'
import { firstDayCounted, recentDays } from '../../../../contract/day-counts.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { useTimes } from '../../../format/times.ts'
import { dayCountsQuery, useDayCounts } from '../../day-counts/day-count-query.ts'
import { recoveredDaysQuery } from '../../replays/states/recovered-days.ts'

export type DayCount = {
  day: CalendarDate
  /** null if it isn't known, or not yet. Never treat it as 0. */
  count: number | null
  /** The number of those that are still missing; null if it isn't known. */
  missing: number | null
  isWaiting: boolean
}

export type DayCounts = ReturnType<typeof useCountsOfDays>

/**
 * The number of failures on each of the last 30 days. The newest day is requested first, so that the
 * page is useful immediately. A failed count delays no other count.
 *
 * @param enabled false until the newest days have been read, because another service would be slowed down by both
 */
export function useCountsOfDays({ enabled = true } = {}) {
  const last = useTimes().today()
  const days = recentDays(last)
  const first = firstDayCounted(last)
  const calls = useQuery(recoveredDaysQuery('call_events_fail', first, last))
  const aiEvents = useQuery(recoveredDaysQuery('transcription_events_fail', first, last))
  const counting = useQuery({ ...dayCountsQuery(days), enabled })
  const knownCount = useDayCounts()
  const isFetching = counting.isFetching || counting.isPending
  const countsOf = (list: FailedEventList, { data: recovered }: typeof calls) =>
    days
      .filter(one => one.list === list)
      .map(({ day }): DayCount => {
        const known = knownCount({ list, day })
        const count = known ?? null
        const isWaiting = isFetching && known === undefined
        if (count === null || recovered === undefined)
          return { day, count, missing: null, isWaiting }
        // A service may remove an event from its list after a replay has delivered it.
        const missing = Math.max(0, count - (recovered.get(day)?.count ?? 0))
        return { day, count, missing, isWaiting }
      })
  const known = days.filter(day => knownCount(day) !== undefined).length
  return {
    /** Newest day first. */
    byList: {
      call_events_fail: countsOf('call_events_fail', calls),
      transcription_events_fail: countsOf('transcription_events_fail', aiEvents),
    },
    /** The number of known counts, and the number of all counts. */
    known,
    of: days.length,
    isLoading: isFetching && known < days.length,
    /** Whether the number of recovered events is unknown so far. */
    isLoadingRecovered: calls.isPending || aiEvents.isPending,
    /** Why a loading count is late. */
    delay: isFetching ? counting.failureReason : null,
    /** Why some could not be read. */
    problem: counting.error ?? calls.error ?? aiEvents.error,
    onRetry: () => {
      for (const query of [counting, calls, aiEvents]) if (query.isError) void query.refetch()
    },
  }
}
