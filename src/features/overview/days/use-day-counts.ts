import { useQueries, useQueryClient } from '@tanstack/react-query'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { dayCountQuery } from './day-count-query.ts'
import { isHopeless, whichToAsk } from './which-to-ask.ts'

const DAYS = 30

export type DayCount = {
  day: CalendarDate
  /** null where it isn't known, or not yet: never to be taken for 0. */
  count: number | null
  /** It is on its way, or will be asked for in its turn. */
  isWaiting: boolean
}

export type DayCounts = {
  /** The newest day first. */
  byList: Record<FailedEventList, DayCount[]>
  /** How many of the counts are known, of how many that there are. */
  known: number
  of: number
  isReading: boolean
  /** Why a count that is on its way is late. */
  delay: Error | null
  /** Why some could not be read. */
  problem: Error | null
  onRetry: () => void
}

/**
 * How much failed on each of the last 30 days. The newest day is asked for first, so that the page
 * is of use at once; a count that failed holds no other one up.
 */
export function useDayCounts(today: CalendarDate, timeZone: string): DayCounts {
  const queryClient = useQueryClient()
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, -index))
  const asked = days.flatMap(day => FailedEventList.options.map(list => ({ list, day })))
  const queries = asked.map(({ list, day }) => dayCountQuery(list, day, timeZone))
  const states = queries.map(({ queryKey }) => queryClient.getQueryState(queryKey))
  const isAsked = whichToAsk(states)
  const hasGivenUp = isHopeless(states)
  const results = useQueries({
    queries: queries.map((query, index) => ({ ...query, enabled: isAsked[index] ?? false })),
  })

  const countOf = (list: FailedEventList, day: CalendarDate): DayCount => {
    const result = results[asked.findIndex(each => each.list === list && each.day === day)]
    const isWaiting = result?.isPending === true && (result.isFetching || !hasGivenUp)
    return { day, count: result?.data ?? null, isWaiting }
  }
  const countsOf = (list: FailedEventList) => days.map(day => countOf(list, day))
  const late = results.find(result => result.isFetching && result.failureReason !== null)
  return {
    byList: {
      call_events_fail: countsOf('call_events_fail'),
      transcription_events_fail: countsOf('transcription_events_fail'),
    },
    known: results.filter(result => result.data !== undefined).length,
    of: results.length,
    isReading: results.some(result => result.isPending && result.isFetching),
    delay: late?.failureReason ?? null,
    problem: results.find(result => result.error !== null)?.error ?? null,
    onRetry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
  }
}
