import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import type { DateRange } from '../../event/list/list-search.ts'

export type DatePreset = {
  label: string
  /** A part of the label, where there is little room. */
  short?: string
  rangeAt: (today: CalendarDate) => DateRange
}

/** Ranges that end today or yesterday. The URL gets their absolute days. */
export const DATE_PRESETS: DatePreset[] = [
  { label: 'Today', rangeAt: today => ({ from: today, to: today }) },
  {
    label: 'Yesterday',
    rangeAt: today => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  { label: 'Since yesterday', rangeAt: lastDays(2) },
  { label: 'Last 7 days', short: '7 days', rangeAt: lastDays(7) },
  { label: 'Last 30 days', short: '30 days', rangeAt: lastDays(30) },
]

export function lastDays(days: number) {
  return (today: CalendarDate): DateRange => ({ from: addDays(today, 1 - days), to: today })
}

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
