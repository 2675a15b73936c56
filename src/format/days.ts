import type { CalendarDate } from '../../contract/time/calendar-date.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const SHORT = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', SHORT)
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { ...SHORT, weekday: 'short' })

/** "21 November 2026" */
export function formatDay(day: CalendarDate): string {
  return DAY.format(dateOf(day))
}

/** "21 Nov" */
export function formatShortDay(day: CalendarDate): string {
  return SHORT_DAY.format(dateOf(day))
}

/** "Sat 21 Nov" */
export function formatWeekday(day: CalendarDate): string {
  const parts = WEEKDAY.formatToParts(dateOf(day)).filter(({ type }) => type !== 'literal')
  return parts.map(({ value }) => value).join(' ')
}

/** "3 March 2027", in UTC, because the last day of a certificate is the same everywhere. */
export function formatDayOf(stamp: string): string {
  return DAY.format(new Date(stamp))
}

/** "on 21 November 2026", "from 15 to 21 November 2026" */
export function formatDateRange({ from, to }: { from: CalendarDate; to: CalendarDate }): string {
  if (from === to) return `on ${formatDay(from)}`
  return `from ${DAY.formatRange(dateOf(from), dateOf(to))
    .split('–')
    .map(day => day.trim())
    .join(' to ')}`
}

function dateOf(day: CalendarDate): Date {
  return new Date(`${day}T00:00:00Z`)
}
