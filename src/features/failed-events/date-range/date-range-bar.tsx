import { type DateRange, isInOrder, type TimedRange } from '../../event/list/list-search.ts'
import { CalendarButton } from './calendar-button.tsx'
import classes from './date-range-bar.module.css'
import { DayInput } from './day-input.tsx'
import { RangeButtons } from './range-buttons.tsx'

type DateRangeBarProps = {
  range: TimedRange
  /** Gets only what changed: a person may leave both fields before the address has the first change. */
  onChange: (change: Partial<TimedRange>) => void
}

export function DateRangeBar({ range, onChange }: DateRangeBarProps) {
  const { from, to, from_time, to_time } = range
  const isOneDay = from === to && (from_time ?? to_time) === undefined
  const changeDays = (days: DateRange) =>
    onChange({ ...days, from_time: undefined, to_time: undefined })
  return (
    <search className={classes.bar} aria-label="Days" data-days>
      <RangeButtons range={range} onChange={changeDays} />
      <div className={classes.days}>
        <DayInput
          label="From"
          className={classes.day}
          day={from}
          hasTime
          time={from_time}
          error={isInOrder(range) ? undefined : 'The start must be on or before the end.'}
          onDay={(day, time) => {
            // One day stays one day, instead of becoming all days between the two. A time begins a period.
            const isStill = isOneDay && (time === undefined || day > to)
            onChange({ from: day, from_time: time, ...(isStill && { to: day }) })
          }}
          onRange={changeDays}
        />
        <DayInput
          label="To"
          className={classes.day}
          day={to}
          hasTime
          time={to_time}
          onDay={(day, time) => onChange({ to: day, to_time: time })}
          onRange={changeDays}
        />
        <CalendarButton range={range} onChange={changeDays} />
      </div>
    </search>
  )
}
