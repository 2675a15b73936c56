import type { CalendarDate } from './calendar-date.ts'

const SHORT_DATE = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** "21 Nov 2026" */
export function shortDate(day: CalendarDate): string {
  return SHORT_DATE.format(new Date(`${day}T00:00:00Z`))
}
