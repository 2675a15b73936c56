import type { CalendarDate } from '../../contract/time/calendar-date.ts'
import { formatDay, formatShortDay, weekdayOf } from '../../contract/time/day-text.ts'

/** "Sat 21 Nov" */
export function formatWeekday(day: CalendarDate): string {
  return `${weekdayOf(day).slice(0, 3)} ${formatShortDay(day)}`
}

/** "3 March 2027", in UTC, because the last day of a certificate is the same everywhere. */
export function formatDayOf(stamp: string): string {
  return formatDay(new Date(stamp).toISOString().slice(0, 10))
}

/** "on 21 November 2026", "from 15 to 21 November 2026" */
export function formatDateRange({ from, to }: { from: CalendarDate; to: CalendarDate }): string {
  if (from === to) return `on ${formatDay(from)}`
  const sameUntil = (length: number) => from.slice(0, length) === to.slice(0, length)
  const words = sameUntil('2026-11'.length) ? 1 : sameUntil('2026'.length) ? 2 : 3
  return `from ${formatDay(from).split(' ').slice(0, words).join(' ')} to ${formatDay(to)}`
}
