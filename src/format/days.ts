import type { CalendarDate } from '../../contract/time/calendar-date.ts'
import { formatDays, formatShortDay, weekdayOf } from '../../contract/time/day-text.ts'

/** "Sat 21 Nov" */
export function formatWeekday(day: CalendarDate): string {
  return `${weekdayOf(day).slice(0, 3)} ${formatShortDay(day)}`
}

/** "on 21 November 2026", "from 15 to 21 November 2026" */
export function formatDateRange(range: { from: CalendarDate; to: CalendarDate }): string {
  return `${range.from === range.to ? 'on' : 'from'} ${formatDays(range)}`
}
