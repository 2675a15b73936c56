import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type CountedDay, DayCountLine, dayCountsPath } from '../../../contract/day-counts.ts'
import { pageOrListOf } from '../../../contract/pages/page.ts'
import { addDays, type CalendarDate, dayOf } from '../../../contract/time/calendar-date.ts'
import { ApiError } from '../../api/api-error.ts'
import { readAnswer, requestLines } from '../../api/request.ts'
import { refuseEmptyPage } from '../failed-events/failed-events-query.ts'

/** `count`: null if the service doesn't count. */
type DayCount = { count: number | null; countedAt: Date }
type DayCounts = ReadonlyMap<string, DayCount>

/** Counts are shown in steps, so that the charts are not drawn sixty times. */
const SHOW_INTERVAL_MS = 100

const Counted = pageOrListOf(z.unknown(), { page: 1, size: 1 })

const RECOUNT_AFTER_MS = 30_000
const DAY_MS = 24 * 60 * 60 * 1_000

/** What has been counted so far. It is kept for the whole visit, on any page. */
const knownCountsQuery = queryOptions<DayCounts>({
  queryKey: ['day-counts'],
  queryFn: skipToken,
  gcTime: Number.POSITIVE_INFINITY,
})

const nameOf = ({ list, day }: CountedDay) => `${list} ${day}`

/** The number of events of a list that failed on a day, which may be an earlier one; undefined if it isn't known. */
export function useDayCounts(): (day: CountedDay) => number | null | undefined {
  const { data } = useQuery(knownCountsQuery)
  return day => data?.get(nameOf(day))?.count
}

/**
 * Counts the events that failed on these days, unless their counts are still valid. The gateway sends what it knows, and
 * then each count of the service as soon as it has it. Its error is that of a day, as of a request for the day's list.
 */
export function dayCountsQuery(days: CountedDay[], timeZone: string) {
  return queryOptions({
    queryKey: [...knownCountsQuery.queryKey, dayCountsPath(days)],
    queryFn: async ({ client, signal }) => {
      const counts = client.getQueryData(knownCountsQuery.queryKey)
      const now = new Date()
      const uncounted = days.filter(
        day => !isValid(counts?.get(nameOf(day)), day.day, now, timeZone),
      )
      if (uncounted.length > 0) await countDays(client, uncounted, signal)
      return null
    },
  })
}

function isValid(count: DayCount | undefined, day: CalendarDate, now: Date, timeZone: string) {
  if (count === undefined) return false
  const age = now.getTime() - count.countedAt.getTime()
  return age < RECOUNT_AFTER_MS || isCountFinal(day, count.countedAt, timeZone)
}

/**
 * Whether a count of `day` from `countedAt` is final. A list's days are those of `failed_at`, so no event joins
 * a day that is over. One more day is for services that list an event later, or by the time of its call.
 */
export function isCountFinal(day: CalendarDate, countedAt: Date, timeZone: string): boolean {
  // Sixty days in a time zone take a while. None differs from UTC by a day.
  if (countedAt.getTime() - Date.parse(day) >= 3 * DAY_MS) return true
  return dayOf(countedAt, timeZone) > addDays(day, 1)
}

async function countDays(client: QueryClient, days: CountedDay[], signal: AbortSignal) {
  const counts = new Map<string, DayCount>()
  const open = new Set(days.map(nameOf))
  // The gateway stops when the other counts would fail in the same way.
  let problem: unknown = new ApiError('cut-off')
  const show = () =>
    client.setQueryData(knownCountsQuery.queryKey, known => new Map([...(known ?? []), ...counts]))
  let shown: ReturnType<typeof setTimeout> | undefined
  try {
    for await (const line of requestLines(DayCountLine, dayCountsPath(days), { signal })) {
      try {
        const earlier = 'count' in line ? line.counted_at : undefined
        const countedAt = earlier === undefined ? new Date() : new Date(earlier)
        counts.set(nameOf(line), { count: await countOf(line), countedAt })
        if (earlier === undefined) open.delete(nameOf(line))
      } catch (error) {
        problem = error
      }
      shown ??= setTimeout(() => {
        shown = undefined
        show()
      }, SHOW_INTERVAL_MS)
    }
  } catch (error) {
    problem = error
  }
  clearTimeout(shown)
  show()
  if (open.size > 0) throw problem
}

async function countOf(line: DayCountLine): Promise<number | null> {
  if ('count' in line) return line.count
  const { status, text, retry_after: retryAfter, is_signed_out: isSignedOut, reference } = line
  const page = await readAnswer(Counted, { status, text, retryAfter, isSignedOut, reference })
  refuseEmptyPage(page, 1)
  return page.count
}
