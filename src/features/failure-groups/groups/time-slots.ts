import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import type { DateRange } from '../../event/list/list-search.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The number of bars that people can distinguish in the width of a thumb. */
const MAX_SLOTS = 31

/** The slots of equal length in a range; `starts[n]` to `starts[n + 1]`, in ms. */
export type TimeSlots = { begin: number; length: number; count: number }

/** Hours for a day, quarters of days for a week, days for a month, and so on. */
export function timeSlots(
  { from, to }: DateRange,
  startOf: (day: CalendarDate) => Date,
): TimeSlots {
  const begin = startOf(from).getTime()
  const end = startOf(addDays(to, 1)).getTime()
  const days = Math.max(1, Math.round((end - begin) / DAY_MS))
  const length =
    days === 1 ? HOUR_MS : days <= 7 ? 6 * HOUR_MS : Math.ceil(days / MAX_SLOTS) * DAY_MS
  return { begin, length, count: Math.ceil((end - begin) / length) }
}

/** `at` is in ms since 1970; null if unknown. */
export type TimedEvent = { at: number | null }

/** The number of events in each slot. Events outside count in the nearest slot. */
export function countInSlots(events: TimedEvent[], slots: TimeSlots): number[] {
  const counts = Array<number>(slots.count).fill(0)
  for (const { at } of events) {
    if (at === null) continue
    const slot = Math.floor((at - slots.begin) / slots.length)
    const nearest = Math.min(slots.count - 1, Math.max(0, slot))
    counts[nearest] = (counts[nearest] ?? 0) + 1
  }
  return counts
}
