import { useForceUpdate } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { firstDayCounted, recentDays } from '../../../../contract/day-counts.ts'
import type { RecoveredDay } from '../../../../contract/event-state.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { dayCountQuery } from '../../day-counts/day-count-query.ts'
import { recoveredDaysQuery } from '../../replays/states/recovered-days-query.ts'

export type DayCount = {
  day: CalendarDate
  /** null if it isn't known, or not yet. Never treat it as 0. */
  count: number | null
  /** The number of those that are still missing; null if it isn't known. */
  missing: number | null
  /** Whether it is loading or queued. */
  isWaiting: boolean
}

export type DayCounts = {
  /** Newest day first. */
  byList: Record<FailedEventList, DayCount[]>
  /** The number of known counts, and the number of all counts. */
  known: number
  of: number
  isLoading: boolean
  /** Whether the number of recovered events is unknown so far. */
  isLoadingRecovered: boolean
  /** Why a loading count is late. */
  delay: Error | null
  /** Why some could not be read. */
  problem: Error | null
  onRetry: () => void
}

/**
 * The number of failures on each of the last 30 days. The newest day is requested first, so that the
 * page is useful immediately. A failed count delays no other count.
 */
export function useDayCounts(today: CalendarDate, timeZone: string): DayCounts {
  const asked = recentDays(today)
  const calls = useRecoveredDays('call_events_fail', today)
  const aiEvents = useRecoveredDays('transcription_events_fail', today)
  const recovered = { call_events_fail: calls.data, transcription_events_fail: aiEvents.data }
  const results = useQueries({
    queries: asked.map(({ list, day }) => dayCountQuery(list, day, timeZone)),
  })
  useRedrawAfterMount()

  const countOf = (list: FailedEventList, day: CalendarDate): DayCount => {
    const result = results[asked.findIndex(each => each.list === list && each.day === day)]
    const isWaiting = result?.isPending === true && result.isFetching
    const count = result?.data ?? null
    return { day, count, missing: missingOf(count, day, recovered[list]), isWaiting }
  }
  const countsOf = (list: FailedEventList) =>
    asked.flatMap(one => (one.list === list ? countOf(list, one.day) : []))
  const late = results.find(result => result.isFetching && result.failureReason !== null)
  return {
    byList: {
      call_events_fail: countsOf('call_events_fail'),
      transcription_events_fail: countsOf('transcription_events_fail'),
    },
    known: results.filter(result => result.data !== undefined).length,
    of: results.length,
    isLoading: results.some(result => result.isPending && result.isFetching),
    isLoadingRecovered: calls.isPending || aiEvents.isPending,
    delay: late?.failureReason ?? null,
    problem: results.find(result => result.error !== null)?.error ?? calls.error ?? aiEvents.error,
    onRetry: () => {
      for (const result of [...results, calls, aiEvents]) if (result.isError) void result.refetch()
    },
  }
}

function useRecoveredDays(list: FailedEventList, today: CalendarDate) {
  return useQuery(recoveredDaysQuery(list, firstDayCounted(today), today))
}

/** A service may remove an event from its list after a replay has delivered it, so more may be recovered than are counted. */
function missingOf(
  count: number | null,
  day: CalendarDate,
  recovered: ReadonlyMap<CalendarDate, RecoveredDay> | undefined,
): number | null {
  if (count === null || recovered === undefined) return null
  return Math.max(0, count - (recovered.get(day)?.count ?? 0))
}

/**
 * The first results of `useQueries` leave out that a request which began before has failed and waits to be
 * retried. Unlike `useQuery`, it doesn't correct them once it is mounted, so the page would not say what it
 * waits for.
 */
function useRedrawAfterMount(): void {
  const redraw = useForceUpdate()
  useEffect(redraw, [redraw])
}
