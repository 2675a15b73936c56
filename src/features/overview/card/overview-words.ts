import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { LIST_WORDS } from '../../event/list/list-words.ts'

const DAY = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', DAY)
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { ...DAY, weekday: 'short' })

/** "failed call" or "failed calls" */
export function listNoun(list: FailedEventList, count: number): string {
  return LIST_WORDS[list][count === 1 ? 'one' : 'many']
}

/** "21 Nov" */
export function shortDayWords(day: CalendarDate): string {
  return SHORT_DAY.format(dateOf(day))
}

/** "Sat 21 Nov" */
export function weekdayWords(day: CalendarDate): string {
  const parts = WEEKDAY.formatToParts(dateOf(day))
  const words = parts.filter(({ type }) => type !== 'literal').map(({ value }) => value)
  return words.join(' ')
}

function dateOf(day: CalendarDate): Date {
  return new Date(`${day}T00:00:00Z`)
}
