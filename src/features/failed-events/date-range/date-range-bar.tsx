import { type DateRange, isInOrder, type TimedRange } from '../../event/list/list-search.ts'
import { CalendarButton } from './calendar-button.tsx'
import classes from './date-range-bar.module.css'
import { DayInput, useLatestRange } from './day-input.tsx'
import { RangeButtons } from './range-buttons.tsx'

export function DateRangeBar({
  range: { from, to, from_time, to_time },
  onChange,
}: {
  range: TimedRange
  onChange: (range: TimedRange) => void
}) {
  // Only the days and times: a search has filters, too, which may change before them.
  const range = { from, to, from_time, to_time }
  const change = useLatestRange(range, onChange)
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
            change({ from: day, from_time: time, ...(isStill && { to: day }) })
          }}
          onRange={changeDays}
        />
        <DayInput
          label="To"
          className={classes.day}
          day={to}
          hasTime
          time={to_time}
          onDay={(day, time) => change({ to: day, to_time: time })}
          onRange={changeDays}
        />
        <CalendarButton range={range} onChange={changeDays} />
      </div>
    </search>
  )
}
