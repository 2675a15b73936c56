import type { CountedDay, DayCountLine } from '../../../contract/day-counts.ts'

/** As parallel page requests may push a client toward rate limits (docs/interface.md, "Limits"). */
const MAX_UNDER_WAY = 2

/** After this many failures, the other days would very likely fail too. */
const MAX_FAILURES = 3

/** After one of these, the next request would fail in the same way. */
const FOR_ALL = [401, 403, 429]

/**
 * Counts days one after the other, two at a time, and gives each count as it comes.
 *
 * @param count asks the service for one day; never rejects
 */
export async function* countDays(
  days: CountedDay[],
  count: (day: CountedDay) => Promise<DayCountLine>,
): AsyncGenerator<DayCountLine> {
  const waiting = [...days]
  const underWay = new Map<CountedDay, Promise<{ day: CountedDay; line: DayCountLine }>>()
  let failures = 0
  let isHopeless = false
  for (;;) {
    while (!isHopeless && underWay.size < MAX_UNDER_WAY) {
      const day = waiting.shift()
      if (day === undefined) break
      underWay.set(
        day,
        count(day).then(line => ({ day, line })),
      )
    }
    if (underWay.size === 0) return
    const { day, line } = await Promise.race(underWay.values())
    underWay.delete(day)
    if ('status' in line) {
      failures++
      isHopeless ||= failures >= MAX_FAILURES || FOR_ALL.includes(line.status)
    }
    yield line
  }
}
