import type { FailedEventList } from '../../../../contract/failed-event.ts'
import type { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import type { DateRange } from './list-search.ts'

type ListWords = { title: string; purpose: string; one: string; many: string }

/** What each list is called. */
export const LIST_WORDS: Record<FailedEventList, ListWords> = {
  call_events_fail: {
    title: 'Failed calls',
    purpose:
      'Calls that a company’s receiver never took in: the first try and all three retries failed. Open one to see why, and replay it once the receiver works again.',
    one: 'failed call',
    many: 'failed calls',
  },
  transcription_events_fail: {
    title: 'Failed AI events',
    purpose:
      'Results of the AI analysis that a company’s receiver never took in. Open one to see why, and replay it once the receiver works again.',
    one: 'failed AI event',
    many: 'failed AI events',
  },
}

const NUMBER = new Intl.NumberFormat('en-GB')
const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** "1,284 failed calls, page 3 of 65"; "Failed calls, page 3" where the service doesn't count. */
export function listSummary(
  list: FailedEventList,
  { count, page, pages }: { count: number | null; page: number; pages: number | null },
): string {
  const { title, one, many } = LIST_WORDS[list]
  const noun = count === 1 ? one : many
  const what = count === null ? title : `${NUMBER.format(count)} ${noun}`
  const where = pages === null ? '' : ` of ${NUMBER.format(pages)}`
  return `${what}, page ${NUMBER.format(page)}${where}`
}

/** "on 21 November 2026" or "from 15 to 21 November 2026" */
export function rangeWords({ from, to }: DateRange): string {
  const [first, last] = [from, to].map(day => new Date(`${day}T00:00:00Z`))
  if (first === undefined || last === undefined || from === to) return `on ${DAY.format(first)}`
  const [start, end] = [DAY.formatToParts(first), DAY.formatToParts(last)]
  const part = (parts: typeof start, type: string) => parts.find(p => p.type === type)?.value
  const sameYear = part(start, 'year') === part(end, 'year')
  const sameMonth = sameYear && part(start, 'month') === part(end, 'month')
  const startWords = [
    part(start, 'day'),
    sameMonth ? undefined : part(start, 'month'),
    sameYear ? undefined : part(start, 'year'),
  ]
  return `from ${startWords.filter(Boolean).join(' ')} to ${DAY.format(last)}`
}

/** "21 November 2026" */
export function dayWords(day: CalendarDate): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}
