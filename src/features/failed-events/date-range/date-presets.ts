import { addDays, CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { daysSinceMonday, lastWorkingDay, parseDayAndTime } from '../../../format/parse-day.ts'
import type { DateRange, TimedRange } from '../../event/list/list-search.ts'

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

/** Days since the weekend, whole weeks, from Monday, and months. The current ones end today. */
export const CALENDAR_PRESETS: DatePreset[] = [
  {
    label: 'Since the last working day',
    rangeAt: today => ({ from: lastWorkingDay(today), to: today }),
  },
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

const LAST_DAYS = /^(?:the )?(?:(?:last|past) )?(\d{1,3}) days$/

/** The days of a range that a person writes, such as "this month" or "3 days"; null if there is no such range. */
export function parseRange(text: string, today: CalendarDate): TimedRange | null {
  const name = text.trim().toLowerCase()
  const days = Number(LAST_DAYS.exec(name)?.[1])
  if (days > 0) return lastDays(days)(today)
  const [, start] = /^since (.+)$/.exec(name) ?? []
  const since = start === undefined ? null : parseDayAndTime(start, today, today)
  if (since !== null) return { from: since.day, to: today, from_time: since.time }
  const presets = [...DATE_PRESETS, ...CALENDAR_PRESETS]
  const preset = presets.find(({ label }) => label.toLowerCase() === name)
  return preset?.rangeAt(today) ?? null
}

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

function mondayOf(day: CalendarDate): CalendarDate {
  return addDays(day, -daysSinceMonday(day))
}

function firstOfMonth(day: CalendarDate): CalendarDate {
  return CalendarDate.parse(`${day.slice(0, 8)}01`)
}
