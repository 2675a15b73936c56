import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import type { DateRange } from '../../event/list/list-search.ts'

/** Ranges that end today or yesterday; the address gets their absolute days. */
export const DATE_PRESETS: { label: string; rangeAt: (today: CalendarDate) => DateRange }[] = [
  { label: 'Today', rangeAt: today => ({ from: today, to: today }) },
  {
    label: 'Yesterday',
    rangeAt: today => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  { label: 'Last 7 days', rangeAt: lastDays(7) },
  { label: 'Last 30 days', rangeAt: lastDays(30) },
]

/** Where to look when `range` holds nothing: the looks back that reach further than it does. */
export function widerRanges(
  range: DateRange,
  today: CalendarDate,
): { label: string; range: DateRange }[] {
  const back = [7, 30]
    .map(days => ({ label: `Look at the last ${days} days`, range: lastDays(days)(today) }))
    .filter(wider => wider.range.from < range.from)
  return back.length > 0
    ? back
    : [
        {
          label: 'Look 30 days further back',
          range: { from: addDays(range.from, -30), to: range.to },
        },
      ]
}

/** Today and the days before it, `days` of them altogether. */
function lastDays(days: number) {
  return (today: CalendarDate): DateRange => ({ from: addDays(today, 1 - days), to: today })
}
