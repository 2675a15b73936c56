import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import type { DateRange } from '../../event/list/list-search.ts'

/** Ranges that end today or yesterday. The URL gets their absolute days. */
export const DATE_PRESETS: { label: string; rangeAt: (today: CalendarDate) => DateRange }[] = [
  { label: 'Today', rangeAt: today => ({ from: today, to: today }) },
  {
    label: 'Yesterday',
    rangeAt: today => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  { label: 'Last 7 days', rangeAt: lastDays(7) },
  { label: 'Last 30 days', rangeAt: lastDays(30) },
]

/** The last `days` days, including today. */
export function lastDays(days: number) {
  return (today: CalendarDate): DateRange => ({ from: addDays(today, 1 - days), to: today })
}
