import * as z from 'zod/mini'
import { addDays, CalendarDate } from '../../../contract/time/calendar-date.ts'
import { formatDateRange } from '../../format/days.ts'
import type { DateRange } from '../event/list/list-search.ts'

const DaysBack = z.int().check(z.nonnegative(), z.maximum(36_500))

/** The dates of a saved view: fixed, or relative to the day on which it is opened. */
export const ViewDays = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absolute'), from: CalendarDate, to: CalendarDate }),
  z.object({ kind: z.literal('relative'), from_back: DaysBack, to_back: DaysBack }),
])
export type ViewDays = z.output<typeof ViewDays>

export function rangeAt(days: ViewDays, today: CalendarDate): DateRange {
  return days.kind === 'absolute'
    ? { from: days.from, to: days.to }
    : { from: addDays(today, -days.from_back), to: addDays(today, -days.to_back) }
}

/** `range` relative to today; null if it doesn't end recently enough to mean that. */
export function relativeDays({ from, to }: DateRange, today: CalendarDate): ViewDays | null {
  const isYesterday = from === to && to === addDays(today, -1)
  if (from > to || (to !== today && !isYesterday)) return null
  return { kind: 'relative', from_back: daysBetween(from, today), to_back: daysBetween(to, today) }
}

/** "always the last 7 days", "from 15 to 21 November 2026" */
export function formatViewDays(days: ViewDays): string {
  if (days.kind === 'absolute') return formatDateRange(days)
  const { from_back, to_back } = days
  if (from_back === to_back) {
    return from_back === 0
      ? 'always today'
      : from_back === 1
        ? 'always yesterday'
        : `always ${from_back} days ago`
  }
  if (to_back === 0) return `always the last ${from_back + 1} days`
  return `always from ${from_back} to ${to_back} days ago`
}

function daysBetween(day: CalendarDate, later: CalendarDate): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / 86_400_000)
}
