import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EventsChart } from '../../../../contract/events.ts'
import type { FailedEventList } from '../../../../contract/failed-event.ts'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import type { Times } from '../../../../contract/time/times-in.ts'
import { formatDateRange, formatWeekday } from '../../../format/days.ts'
import { useTimes } from '../../../format/times.ts'
import { dayCountsQuery, useDayCounts } from '../../day-counts/day-count-query.ts'
import {
  type DateRange,
  isNarrowed,
  type ListProps,
  type TimedRange,
} from '../../event/list/list-search.ts'
import { useList } from '../../event/list/use-list.tsx'
import { failedEventsQuery } from '../../failed-events/failed-events-query.ts'
import { rangeQuery } from '../../range/events-query.ts'
import { useReading } from '../../range/use-reading.ts'
import { recoveredDaysQuery } from '../../replays/states/recovered-days.ts'
import { MAX_EVENTS_READ_AHEAD } from '../filters/filter-bar.tsx'

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
 * The number of events that failed in each hour or on each day of the range and match the search and filters, in any
 * state.
 *
 * They are those that the gateway has read, if it has read all. Otherwise the service counts the days of more than 500
 * events if there are not too many days, and no filter, which it doesn't know.
 *
 * @param isAsked whether a person wants all events to be read for the chart
 */
export function useHistogram(isAsked: boolean): Histogram {
  const { list, search, filter } = useList()
  const times = useTimes()
  const { from, to } = search
  const page = useQuery({ ...failedEventsQuery(list, search), enabled: false })
  const enabled = readsAll(isAsked, page.data)
  const { reading, version, error } = useReading(list, search, { enabled })
  const buckets = useMemo(() => bucketsOf({ from, to }, times), [from, to, times])
  // Where each bar begins and the last one ends.
  const starts = [
    ...buckets.map(({ from }) => from),
    ...buckets.slice(-1).map(({ until }) => until),
  ]
  const isRead = reading?.is_complete ?? false
  const query = { ...filter, state: undefined, starts: starts.join(',') }
  const ofEvents = useQuery(
    rangeQuery(EventsChart, '/chart', query, isRead && starts.length > 1 ? version : undefined),
  )
  const count = reading?.count ?? page.data?.count ?? null
  const isLarge = count !== null && count > MAX_EVENTS_READ_AHEAD
  // The gateway may have read the events, and fail to count them.
  const needsDays = isRead ? ofEvents.isError : isLarge || error !== null
  const isCounted = needsDays && !isNarrowed({ ...search, state: undefined }) && areDays(buckets)
  const ofDays = useBarsOfDays(list, search, buckets, isCounted)
  if (isCounted) return ofDays
  if (isRead) return barsOf(buckets, ofEvents, reading?.read)
  if (count === 0 || page.isError) return 'nothing'
  if (error !== null || reading?.is_reading === false) return 'not loaded'
  return reading ? 'loading' : withoutBars(page.data?.count, search)
}

/**
 * A small range is read once its rows are there. The counts of the state filter need the same, but nobody waits for
 * them as for an empty chart.
 */
export function readsAll(isAsked: boolean, page: { count: number | null } | undefined): boolean {
  const count = page?.count ?? 0
  return isAsked || (count > 0 && count <= MAX_EVENTS_READ_AHEAD)
}

/** @param count undefined until a page is loaded; null if the service doesn't count */
function withoutBars(count: number | null | undefined, { chart }: ListProps['search']): Histogram {
  if (count === undefined) return 'loading'
  // On each list of a service that doesn't count, the offer to load all events would be in the way.
  if (count === null) return chart === 'on' ? 'not loaded' : 'nothing'
  // Fewer events are read in any case, for the counts of the state filter.
  return count > MAX_EVENTS_READ_AHEAD ? 'not loaded' : 'loading'
}

function barsOf(
  buckets: Bucket[],
  { data, error }: Pick<UseQueryResult<EventsChart>, 'data' | 'error'>,
  count: number | undefined,
): Histogram {
  if (count === 0) return 'nothing'
  if (data === undefined) return error ? 'not loaded' : 'loading'
  const bars = buckets.map((bucket, index) => ({
    ...bucket,
    ...(data.results[index] ?? NO_EVENTS),
  }))
  return { bars, isRecoveryUnknown: false }
}

const NO_EVENTS = { count: 0, missing: 0 }

/** Whether each bar is one day, and they are not too many to count. */
function areDays(buckets: Bucket[]): boolean {
  if (buckets.length < 2 || buckets.length > MAX_DAYS_COUNTED) return false
  return buckets.every(
    ({ range: { from, to, from_time } }) => from === to && from_time === undefined,
  )
}

/** The bars of days that are counted one by one. It makes no request unless it is enabled. */
function useBarsOfDays(
  list: FailedEventList,
  { from, to }: DateRange,
  days: Bucket[],
  enabled: boolean,
): KnownBars {
  const countedDays = days.map(({ range }) => ({ list, day: range.from }))
  useQuery({ ...dayCountsQuery(countedDays), enabled })
  const countOf = useDayCounts()
  const { data: recoveredDays, errorUpdateCount } = useQuery({
    ...recoveredDaysQuery(list, from, to),
    enabled,
  })
  const bars = days.map(bucket => {
    const count = countOf({ list, day: bucket.range.from }) ?? null
    const recovered = recoveredDays && (recoveredDays.get(bucket.range.from)?.count ?? 0)
    const isKnown = count !== null && recovered !== undefined
    return { ...bucket, count, missing: isKnown ? Math.max(0, count - recovered) : null }
  })
  // The next try clears the error, but nothing is known yet.
  return { bars, isRecoveryUnknown: recoveredDays === undefined && errorUpdateCount > 0 }
}

type Bucket = {
  /** "14:00" or "Sat 21 Nov" */
  label: string
  /** The days or the hour that the bar stands for. */
  range: TimedRange
  /** In ms since 1970; `until` belongs to the next bucket. */
  from: number
  until: number
}

const HOUR_MS = 60 * 60 * 1_000

/** The number of bars that people can distinguish on a laptop. */
const MAX_BARS = 62

/** Hours for one day, days for a longer range, and weeks or more for a range with too many days. */
export function bucketsOf(
  { from, to }: DateRange,
  { startOf, moment }: Pick<Times, 'startOf' | 'moment'>,
): Bucket[] {
  if (from > to) return []
  const begin = startOf(from).getTime()
  const end = startOf(addDays(to, 1)).getTime()
  if (from === to) {
    // 23 or 25 if the clocks change.
    return Array.from({ length: Math.ceil((end - begin) / HOUR_MS) }, (_, index) => {
      const start = begin + index * HOUR_MS
      const label = moment(new Date(start).toISOString()).slice(-'14:00:00'.length, -':00'.length)
      const range = { from, to, from_time: label, to_time: `${label.slice(0, 2)}:59` }
      return { label, range, from: start, until: Math.min(end, start + HOUR_MS) }
    })
  }
  const days = Math.round((end - begin) / (24 * HOUR_MS))
  const step = days <= MAX_BARS ? 1 : 7 * Math.ceil(days / (7 * MAX_BARS))
  return Array.from({ length: Math.ceil(days / step) }, (_, index) => {
    const first = addDays(from, index * step)
    const next = addDays(first, step)
    const last = next > to ? to : addDays(next, -1)
    return {
      label: step === 1 ? formatWeekday(first) : formatDateRange({ from: first, to: last }),
      range: { from: first, to: last },
      from: startOf(first).getTime(),
      until: startOf(addDays(last, 1)).getTime(),
    }
  })
}
