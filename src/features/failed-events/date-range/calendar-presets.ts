import { addDays, CalendarDate } from '../../../../contract/time/calendar-date.ts'
import * as messages from './calendar-messages.ts'
import type { DATE_PRESETS } from './date-presets.ts'

/** Whole weeks, from Monday, and months. The current ones end today. */
export const CALENDAR_PRESETS: typeof DATE_PRESETS = [
  { label: messages.thisWeek, rangeAt: today => ({ from: mondayOf(today), to: today }) },
  {
    label: messages.lastWeek,
    rangeAt: today => ({ from: addDays(mondayOf(today), -7), to: addDays(mondayOf(today), -1) }),
  },
  { label: messages.thisMonth, rangeAt: today => ({ from: firstOfMonth(today), to: today }) },
  {
    label: messages.lastMonth,
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
