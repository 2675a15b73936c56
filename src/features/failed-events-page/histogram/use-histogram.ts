import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTimes } from '../../../format/times.ts'
import { dayCountQuery } from '../../day-counts/day-count-query.ts'
import { settledDaysQuery } from '../../day-counts/settled-days-query.ts'
import { callFields, callTime } from '../../event/fields/call-fields.ts'
import type { ListProps } from '../../event/list/list-search.ts'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { MAX_EVENTS_MISSING_FIRST } from '../../range/criteria.ts'
import { useRangeReading } from '../../range/use-range-reading.ts'
import { type Bucket, bucketsOf, countIn } from './buckets.ts'

export type Bar = Bucket & {
  /** null until it is known. */
  count: number | null
  /** The number of those that are still missing; null if it isn't known. */
  missing: number | null
}

/** The maximum number of days to count separately, because each takes a request to the service. */
const MAX_DAYS_COUNTED = 31

/**
 * The number of events that failed in each hour or on each day of the range, regardless of filters.
 *
 * Up to 500 events are loaded, like for the counts of the state filter. For more events, the days are
 * counted if there are not too many.
 */
export function useHistogram({
  list,
  search,
}: Pick<ListProps, 'list' | 'search'>): Bar[] | 'loading' | 'too many days' {
  const times = useTimes()
  const { from, to } = search
  const { reading } = useRangeReading(list, search, { enabled: false })
  const page = useQuery({ ...failedEventsQuery(list, search), enabled: false }).data
  const buckets = useMemo(() => bucketsOf({ from, to }, times), [from, to, times])
  // Fewer events are loaded in any case, for the counts of the state filter.
  const isLarge = (page?.count ?? 0) > MAX_EVENTS_MISSING_FIRST
  const isDays = buckets.length > 1 && buckets.every(({ days }) => days?.from === days?.to && days)
  const isCounted = !reading.isComplete && isLarge && isDays && buckets.length <= MAX_DAYS_COUNTED
  const ofDays = useQueries({
    queries: isCounted
      ? buckets.map(({ days }) => dayCountQuery(list, days?.from ?? from, times.timeZone))
      : [],
  })
  const settled = useQuery({ ...settledDaysQuery(list, from, to), enabled: Boolean(isDays) }).data
  const counts = useMemo(
    () =>
      reading.isComplete
        ? countIn(
            buckets,
            reading.events.map(({ event }) => event.failed_at ?? callTime(callFields(event.call))),
          )
        : null,
    [reading.isComplete, reading.events, buckets],
  )
  if (counts === null && !isCounted) return isLarge ? 'too many days' : 'loading'
  return buckets.map((bucket, index) => {
    const count = counts === null ? (ofDays[index]?.data ?? null) : (counts[index] ?? null)
    const day = isDays ? bucket.days?.from : undefined
    const recovered = day === undefined ? undefined : settled && (settled.get(day) ?? 0)
    const missing =
      count === null || recovered === undefined ? null : Math.max(0, count - recovered)
    return { ...bucket, count, missing }
  })
}
