import { addDays, CalendarDate } from '../../../../contract/time/calendar-date.ts'
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

/** Whole weeks, which begin on Monday, and months. The current ones end today. */
export const CALENDAR_PRESETS: typeof DATE_PRESETS = [
  { label: 'This week', rangeAt: today => ({ from: mondayOf(today), to: today }) },
  {
    label: 'Last week',
    rangeAt: today => ({ from: addDays(mondayOf(today), -7), to: addDays(mondayOf(today), -1) }),
  },
  { label: 'This month', rangeAt: today => ({ from: firstOfMonth(today), to: today }) },
  {
    label: 'Last month',
    rangeAt: today => {
      const to = addDays(firstOfMonth(today), -1)
      return { from: firstOfMonth(to), to }
    },
  },
]

function mondayOf(day: CalendarDate): CalendarDate {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

function firstOfMonth(day: CalendarDate): CalendarDate {
  return CalendarDate.parse(`${day.slice(0, 8)}01`)
}

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
