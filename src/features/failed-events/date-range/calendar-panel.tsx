import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useState } from 'react'
import { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { formatDay } from '../../../../contract/time/day-text.ts'
import { useTimes } from '../../../format/times.ts'
import { type DateRange, isInOrder } from '../../event/list/list-search.ts'
import classes from './calendar-panel.module.css'
import { CALENDAR_PRESETS } from './date-presets.ts'

type CalendarPanelProps = {
  range: DateRange
  onChange: (range: DateRange) => void
}

type Picked = [string | null, string | null]

/** Offers weeks and months, and a calendar in which two clicks choose the first and the last day. */
export default function CalendarPanel({ range, onChange }: CalendarPanelProps) {
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
