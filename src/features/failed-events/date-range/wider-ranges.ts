import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import type { DateRange } from '../../event/list/list-search.ts'
import { lastDays } from './date-presets.ts'

/** Ranges to suggest if `range` is empty: those that reach further back. */
export function widerRanges(
  range: DateRange,
  today: CalendarDate,
): { label: string; range: DateRange }[] {
  const back = [7, 30]
    .map(days => ({ label: `Show the last ${days} days`, range: lastDays(days)(today) }))
    .filter(wider => wider.range.from < range.from)
  return back.length > 0
    ? back
    : [
        {
          label: 'Go back 30 more days',
          range: { from: addDays(range.from, -30), to: range.to },
        },
      ]
}
