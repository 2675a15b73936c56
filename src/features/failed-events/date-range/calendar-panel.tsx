import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useState } from 'react'
import { addDays, CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatDay } from '../../../../contract/time/day-text.ts'
import { useTimes } from '../../../format/times.ts'
import { type DateRange, isInOrder } from '../../event/list/list-search.ts'
import classes from './calendar-panel.module.css'
import type { DatePreset } from './date-presets.ts'

/*
 * The calendar loads when it opens, so its texts are apart from the others of the date range.
 */

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

type CalendarPanelProps = {
  range: DateRange
  onChange: (range: DateRange) => void
}

type Picked = [string | null, string | null]

/** Offers weeks and months, and a calendar in which two clicks choose the first and the last day. */
export function CalendarPanel({ range, onChange }: CalendarPanelProps) {
  const today = useTimes().today()
  const [picked, setPicked] = useState<Picked>(
    isInOrder(range) ? [range.from, range.to] : [null, null],
  )
  const pick = (days: Picked) => {
    setPicked(days)
    const [from, to] = days.map(day => CalendarDate.safeParse(day).data)
    if (from !== undefined && to !== undefined) onChange({ from, to })
  }
  const [first, last] = picked.map(day => CalendarDate.safeParse(day).data)
  const dayProps = (day: string) => ({
    'aria-pressed': first !== undefined && day >= first && day <= (last ?? first),
    'aria-current': day === today ? ('date' as const) : undefined,
  })
  return (
    <div className={classes.panel}>
      <ul className={classes.presets}>
        {CALENDAR_PRESETS.map(({ label, rangeAt }) => (
          <li key={label}>
            <button type="button" onClick={() => onChange(rangeAt(today))}>
              {label}
            </button>
          </li>
        ))}
      </ul>
      <p className={classes.hint} role="status">
        {first !== undefined && last === undefined
          ? `Choose the last day, or ${formatDay(first)} again for this day only.`
          : 'Choose the first day.'}
      </p>
      <DatePicker
        type="range"
        allowSingleDateInRange
        value={picked}
        onChange={pick}
        defaultDate={range.to}
        maxDate={today}
        getDayProps={dayProps}
        weekendDays={[]}
        hideOutsideDates
        fullWidth
        ariaLabels={{
          previousMonth: 'Previous month',
          nextMonth: 'Next month',
          previousYear: 'Previous year',
          nextYear: 'Next year',
          previousDecade: 'Previous ten years',
          nextDecade: 'Next ten years',
        }}
      />
    </div>
  )
}

/** The one before `day`. Holidays differ between countries and companies, so they count as working days. */
function lastWorkingDay(day: CalendarDate): CalendarDate {
  const before = addDays(day, -1)
  return addDays(before, -Math.max(0, daysSinceMonday(before) - 4))
}

function mondayOf(day: CalendarDate): CalendarDate {
  return addDays(day, -daysSinceMonday(day))
}

function daysSinceMonday(day: CalendarDate): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

function firstOfMonth(day: CalendarDate): CalendarDate {
  return CalendarDate.parse(`${day.slice(0, 8)}01`)
}
