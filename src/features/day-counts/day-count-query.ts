import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type CountedDay, DayCountLine, dayCountsPath } from '../../../contract/day-counts.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import { pageOrListOf } from '../../../contract/pages/page.ts'
import { addDays, type CalendarDate, dayOf } from '../../../contract/time/calendar-date.ts'
import { ApiError } from '../../api/api-error.ts'
import { readAnswer, requestLines } from '../../api/request.ts'
import { refuseEmptyPage } from '../failed-events/failed-events-query.ts'

type WaitingCount = CountedDay & {
  signal: AbortSignal
  resolve: (count: number | null) => void
  reject: (error: unknown) => void
}

/** Counts that are asked for at the same time become one request. */
let waiting: WaitingCount[] = []

/** Counts are passed on in steps, so that the charts are not drawn sixty times. */
const FLUSH_INTERVAL_MS = 100

const Counted = pageOrListOf(z.unknown(), { page: 1, size: 1 })

const RECOUNT_AFTER_MS = 30_000
const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * The number of events of `list` that failed on `day`, from the count of the list; null if the service
 * doesn't count.
 */
export function dayCountQuery(list: FailedEventList, day: CalendarDate, timeZone: string) {
  return queryOptions({
    queryKey: ['day-count', list, day],
    queryFn: ({ signal }) => requestDayCount({ list, day }, signal),
    staleTime: ({ state }) =>
      isCountFinal(day, new Date(state.dataUpdatedAt), timeZone)
        ? Number.POSITIVE_INFINITY
        : RECOUNT_AFTER_MS,
    // Kept for the whole visit, on any page.
    gcTime: Number.POSITIVE_INFINITY,
  })
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

/**
 * How many events of a list failed on a day; null if the service doesn't count. The gateway asks
 * the service day by day, and sends each count as soon as it has it.
 *
 * @throws ApiError as a request for the day's list would
 */
function requestDayCount(counted: CountedDay, signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) {
      setTimeout(() => {
        const counts = waiting.filter(({ signal }) => !signal.aborted)
        waiting = []
        if (counts.length > 0) void send(counts)
      })
    }
    waiting.push({ ...counted, signal, resolve, reject })
  })
}

async function send(counts: WaitingCount[]): Promise<void> {
  const open = new Set(counts)
  // The request is aborted once nobody waits for any of its counts.
  const abortController = new AbortController()
  const abortIfUnused = () => {
    if ([...open].every(({ signal }) => signal.aborted)) abortController.abort()
  }
  for (const { signal } of counts) signal.addEventListener('abort', abortIfUnused)
  let last: unknown = new ApiError('cut-off')
  let settlements: (() => void)[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    for (const settle of settlements) settle()
    settlements = []
  }
  try {
    for await (const line of requestLines(DayCountLine, dayCountsPath(counts), abortController)) {
      const one = counts.find(({ list, day }) => list === line.list && day === line.day)
      if (one === undefined) continue
      open.delete(one)
      try {
        const count = await countOf(line)
        settlements.push(() => one.resolve(count))
      } catch (error) {
        last = error
        settlements.push(() => one.reject(error))
      }
      timer ??= setTimeout(flush, FLUSH_INTERVAL_MS)
    }
  } catch (error) {
    last = error
  } finally {
    clearTimeout(timer)
    flush()
    for (const { signal } of counts) signal.removeEventListener('abort', abortIfUnused)
  }
  // The gateway stops when the other counts would fail in the same way.
  for (const { reject } of open) reject(last)
}

async function countOf(line: DayCountLine): Promise<number | null> {
  if ('count' in line) return line.count
  const { status, text, retry_after: retryAfter, is_signed_out: isSignedOut, reference } = line
  const page = await readAnswer(Counted, { status, text, retryAfter, isSignedOut, reference })
  refuseEmptyPage(page, 1)
  return page.count
}
