import { addDays } from '../../../../contract/time/calendar-date.ts'
import { formatDateRange, formatWeekday } from '../../../format/days.ts'
import type { Times } from '../../../format/times-in.ts'
import type { DateRange } from '../../event/list/list-search.ts'

export type Bucket = {
  /** "14:00" or "Sat 21 Nov" */
  label: string
  /** The days that the bar links to; null for an hour, because a list covers whole days. */
  days: DateRange | null
  /** In ms since 1970; `until` belongs to the next bucket. */
  from: number
  until: number
}

const HOUR_MS = 60 * 60 * 1_000

/** The number of bars that people can distinguish on a laptop. */
const MAX_BARS = 62

/** Hours for one day, days for a longer range, and weeks or more for a range with too many days. */
export function bucketsOf({ from, to }: DateRange, { startOf }: Pick<Times, 'startOf'>): Bucket[] {
  if (from > to) return []
  const end = startOf(addDays(to, 1)).getTime()
  if (from === to) return hoursOf(startOf(from).getTime(), end)
  const days = Math.round((end - startOf(from).getTime()) / (24 * HOUR_MS))
  const step = days <= MAX_BARS ? 1 : 7 * Math.ceil(days / (7 * MAX_BARS))
  return Array.from({ length: Math.ceil(days / step) }, (_, index) => {
    const first = addDays(from, index * step)
    const next = addDays(first, step)
    const last = next > to ? to : addDays(next, -1)
    return {
      label: step === 1 ? formatWeekday(first) : formatDateRange({ from: first, to: last }),
      days: { from: first, to: last },
      from: startOf(first).getTime(),
      until: startOf(addDays(last, 1)).getTime(),
    }
  })
}

/** The hours of a day: 23 or 25 if the clocks change. */
function hoursOf(start: number, end: number): Bucket[] {
  return Array.from({ length: Math.ceil((end - start) / HOUR_MS) }, (_, index) => ({
    label: `${String(index).padStart(2, '0')}:00`,
    days: null,
    from: start + index * HOUR_MS,
    until: Math.min(end, start + (index + 1) * HOUR_MS),
  }))
}
