import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callFields, callTime } from '../../../../contract/event/call-fields.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { useTimes } from '../../../format/times.ts'
import { dayCountQuery } from '../../day-counts/day-count-query.ts'
import type { DateRange, ListProps } from '../../event/list/list-search.ts'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { MAX_EVENTS_MISSING_FIRST } from '../../range/criteria.ts'
import { filterOfState } from '../../range/event-index.ts'
import type { ReadEvent } from '../../range/range-load.ts'
import { useRangeLoad } from '../../range/use-range-load.ts'
import { useRangeStates } from '../../range/use-range-states.ts'
import { recoveredDaysQuery } from '../../replays/states/recovered-days-query.ts'
import { type Bucket, bucketsOf, placesIn } from './buckets.ts'

export type Bar = Bucket & {
  count: number | null
  /** The number of those that are still missing; null if it isn't known. */
  missing: number | null
}

/**
 * "not loaded": the chart needs all events of the range, which are too many to load without a request
 * from a person, or could not be loaded.
 */
type Histogram = KnownBars | 'loading' | 'nothing' | 'not loaded'

/** `isRecoveryUnknown`: which events have recovered could not be loaded, so each `missing` is null. */
type KnownBars = { bars: Bar[]; isRecoveryUnknown: boolean }

/** The maximum number of days to count separately, because each takes a request to the service. */
export const MAX_DAYS_COUNTED = 31

/**
 * The number of events that failed in each hour or on each day of the range, regardless of filters.
 *
 * Up to 500 events are loaded, like for the counts of the state filter. For more events, the days are
 * counted if there are not too many.
 */
export function useHistogram({ list, search }: Pick<ListProps, 'list' | 'search'>): Histogram {
  const times = useTimes()
  const { from, to } = search
  const { load, isLoading, error } = useRangeLoad(list, search, { enabled: false })
  const page = useQuery({ ...failedEventsQuery(list, search), enabled: false })
  const buckets = useMemo(() => bucketsOf({ from, to }, times), [from, to, times])
  const ofEvents = useBarsOfEvents({ list, search }, buckets)
  const count = load.count ?? page.data?.count ?? null
  const isLarge = count !== null && count > MAX_EVENTS_MISSING_FIRST
  const isCounted = ofEvents === null && isLarge && areDays(buckets)
  const ofDays = useBarsOfDays(list, search, buckets, isCounted)
  if (ofEvents !== null) return ofEvents
  if (isCounted) return ofDays
  if (count === 0 || page.isError) return 'nothing'
  if (isLoading) return 'loading'
  if (error !== null || load.stopped !== null) return 'not loaded'
  if (page.data === undefined) return 'loading'
  // On each list of a service that doesn't count, the offer to load all events would be in the way.
  if (count === null) return search.chart === 'on' ? 'not loaded' : 'nothing'
  // Fewer events are loaded in any case, for the counts of the state filter.
  return isLarge ? 'not loaded' : 'loading'
}

/** Whether each bar is one day, and they are not too many to count. */
function areDays(buckets: Bucket[]): boolean {
  if (buckets.length < 2 || buckets.length > MAX_DAYS_COUNTED) return false
  return buckets.every(({ days }) => days !== null && days.from === days.to)
}

/** The bars of days that are counted one by one. It makes no request unless it is enabled. */
function useBarsOfDays(
  list: FailedEventList,
  { from, to }: DateRange,
  days: Bucket[],
  enabled: boolean,
): KnownBars {
  const { timeZone } = useTimes()
  const dayOf = (bucket: Bucket) => bucket.days?.from ?? from
  const counts = useQueries({
    queries: enabled ? days.map(bucket => dayCountQuery(list, dayOf(bucket), timeZone)) : [],
  })
  const { data: recoveredDays, errorUpdateCount } = useQuery({
    ...recoveredDaysQuery(list, from, to),
    enabled,
  })
  const bars = days.map((bucket, index) => {
    const count = counts[index]?.data ?? null
    const recovered = recoveredDays && (recoveredDays.get(dayOf(bucket))?.count ?? 0)
    const isKnown = count !== null && recovered !== undefined
    return { ...bucket, count, missing: isKnown ? Math.max(0, count - recovered) : null }
  })
  // The next try clears the error, but nothing is known yet.
  return { bars, isRecoveryUnknown: recoveredDays === undefined && errorUpdateCount > 0 }
}

const NO_EVENTS: ReadEvent[] = []

/** The bars of a loaded range; null until it is loaded. */
function useBarsOfEvents(
  { list, search }: Pick<ListProps, 'list' | 'search'>,
  buckets: Bucket[],
): KnownBars | 'nothing' | null {
  const { load } = useRangeLoad(list, search, { enabled: false })
  const events = load.isComplete ? load.events : NO_EVENTS
  const { states, isComplete, hasFailed } = useRangeStates(list, events)
  const places = useMemo(() => {
    const stamps = events.map(({ event }) => event.failed_at ?? callTime(callFields(event.call)))
    return placesIn(buckets, stamps)
  }, [events, buckets])
  const bars = useMemo(() => {
    const counts = buckets.map(bucket => ({ ...bucket, count: 0, missing: 0 }))
    events.forEach(({ event }, index) => {
      const bar = counts[places[index] ?? -1]
      if (bar === undefined) return
      bar.count++
      if (filterOfState(states?.get(event.id)) === 'missing') bar.missing++
    })
    return isComplete ? counts : counts.map(bar => ({ ...bar, missing: null }))
  }, [events, places, buckets, states, isComplete])
  if (!load.isComplete) return null
  return events.length === 0 ? 'nothing' : { bars, isRecoveryUnknown: hasFailed }
}
