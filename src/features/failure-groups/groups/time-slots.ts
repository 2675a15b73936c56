import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import type { DateRange } from '../../event/list/list-search.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The number of bars that people can distinguish in the width of a thumb. */
const MAX_SLOTS = 31

/**
 * Where the bars of a range begin and the last one ends, in ms since 1970: hours for a day, quarters of days for
 * a week, days for a month, and so on.
 */
export function timeSlots({ from, to }: DateRange, startOf: (day: CalendarDate) => Date): number[] {
  const begin = startOf(from).getTime()
  const end = startOf(addDays(to, 1)).getTime()
  const days = Math.max(1, Math.round((end - begin) / DAY_MS))
  const length =
    days === 1 ? HOUR_MS : days <= 7 ? 6 * HOUR_MS : Math.ceil(days / MAX_SLOTS) * DAY_MS
  const count = Math.ceil((end - begin) / length)
  return Array.from({ length: count + 1 }, (_, slot) => begin + slot * length)
}
