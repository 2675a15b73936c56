import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type CountedDay, DayCountLine, dayCountsPath } from '../../../contract/day-counts.ts'
import { pageOrListOf } from '../../../contract/pages/page.ts'
import { ApiError } from '../../api/api-error.ts'
import { readAnswer, requestLines } from '../../api/request.ts'
import { refuseEmptyPage } from '../failed-events/failed-events-query.ts'

/** null if the service doesn't count. */
type DayCounts = ReadonlyMap<string, number | null>

/** Counts are shown in steps, so that the charts are not drawn sixty times. */
const SHOW_INTERVAL_MS = 100

const Counted = pageOrListOf(z.unknown(), { page: 1, size: 1 })

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
  return day => data?.get(nameOf(day))
}

/**
 * Counts the events that failed on these days. The gateway sends what it knows, and has the service count a day again
 * only if its count may have changed. It then sends each count as soon as it has it. Its error is that of a day, as of
 * a request for the day's list.
 */
export function dayCountsQuery(days: CountedDay[]) {
  return queryOptions({
    queryKey: [...knownCountsQuery.queryKey, dayCountsPath(days)],
    queryFn: async ({ client, signal }) => {
      await countDays(client, days, signal)
      return null
    },
  })
}

async function countDays(client: QueryClient, days: CountedDay[], signal: AbortSignal) {
  const counts = new Map<string, number | null>()
  const open = new Set(days.map(nameOf))
  // The gateway stops when the other counts would fail in the same way.
  let problem: unknown = new ApiError('cut-off')
  const show = () =>
    client.setQueryData(knownCountsQuery.queryKey, known => new Map([...(known ?? []), ...counts]))
  let shown: ReturnType<typeof setTimeout> | undefined
  try {
    for await (const line of requestLines(DayCountLine, dayCountsPath(days), { signal })) {
      try {
        counts.set(nameOf(line), await countOf(line))
        const isEarlier = 'count' in line && line.counted_at !== undefined
        if (!isEarlier) open.delete(nameOf(line))
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
