import type { CalendarDate } from './calendar-date.ts'

// `Intl` writes the same, but its first use takes a browser 10 ms, and the first page shows days.
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** "21 November 2026" */
export function formatDay(day: CalendarDate): string {
  return `${dayOfMonth(day)} ${monthOf(day)} ${Number(day.slice(0, 4))}`
}

/** "21 November 2026", "15 to 21 November 2026" */
export function formatDays({ from, to }: { from: CalendarDate; to: CalendarDate }): string {
  if (from === to) return formatDay(from)
  const sameUntil = (length: number) => from.slice(0, length) === to.slice(0, length)
  const words = sameUntil('2026-11'.length) ? 1 : sameUntil('2026'.length) ? 2 : 3
  return `${formatDay(from).split(' ').slice(0, words).join(' ')} to ${formatDay(to)}`
}

/** "21 Nov", and "21 Sept" as in British English. */
export function formatShortDay(day: CalendarDate): string {
  const month = monthOf(day)
  return `${dayOfMonth(day)} ${month.slice(0, month === 'September' ? 4 : 3)}`
}

/** "21 Nov 2026" */
export function shortDate(day: CalendarDate): string {
  return `${formatShortDay(day)} ${Number(day.slice(0, 4))}`
}

/** "Saturday" */
export function weekdayOf(day: CalendarDate): string {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
}

function dayOfMonth(day: CalendarDate): number {
  return Number(day.slice(8, 10))
}

function monthOf(day: CalendarDate): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] ?? ''
}
