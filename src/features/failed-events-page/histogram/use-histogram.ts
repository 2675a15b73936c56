import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTimes } from '../../../format/times.ts'
import { dayCountQuery } from '../../day-counts/day-count-query.ts'
import { callFields, callTime } from '../../event/fields/call-fields.ts'
import type { ListProps } from '../../event/list/list-search.ts'
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
  const isSmall = count !== null && count <= MAX_EVENTS_MISSING_FIRST
  const isCounted = ofEvents === null && count !== null && !isSmall && areDays(buckets)
  const ofDays = useQueries({
    queries: isCounted
      ? buckets.map(({ days }) => dayCountQuery(list, days?.from ?? from, times.timeZone))
      : [],
  })
  const ofRecovered = useQuery({ ...recoveredDaysQuery(list, from, to), enabled: isCounted })
  if (ofEvents !== null) return ofEvents.bars.length === 0 ? 'nothing' : ofEvents
  if (isCounted) {
    const { data: recoveredDays, errorUpdateCount } = ofRecovered
    const bars = buckets.map((bucket, index) => {
      const failed = ofDays[index]?.data ?? null
      const recovered = recoveredDays && (recoveredDays.get(bucket.days?.from ?? from)?.count ?? 0)
      const isKnown = failed !== null && recovered !== undefined
      return { ...bucket, count: failed, missing: isKnown ? Math.max(0, failed - recovered) : null }
    })
    // The next try clears the error, but nothing is known yet.
    return { bars, isRecoveryUnknown: recoveredDays === undefined && errorUpdateCount > 0 }
  }
  if (count === 0 || page.isError) return 'nothing'
  if (isLoading) return 'loading'
  if (error !== null || load.stopped !== null) return 'not loaded'
  // Fewer events are loaded in any case, for the counts of the state filter.
  if (page.data === undefined || isSmall) return 'loading'
  // On each list of a service that doesn't count, the offer to load all events would be in the way.
  return count === null && search.chart !== 'on' ? 'nothing' : 'not loaded'
}

/** Whether each bar is one day, and they are not too many to count. */
function areDays(buckets: Bucket[]): boolean {
  if (buckets.length < 2 || buckets.length > MAX_DAYS_COUNTED) return false
  return buckets.every(({ days }) => days !== null && days.from === days.to)
}

const NO_EVENTS: ReadEvent[] = []

/** The bars of a loaded range, without any if no event failed; null until it is loaded. */
function useBarsOfEvents(
  { list, search }: Pick<ListProps, 'list' | 'search'>,
  buckets: Bucket[],
): KnownBars | null {
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
  return { bars: events.length === 0 ? [] : bars, isRecoveryUnknown: hasFailed }
}
