import { useTimes } from '../../../format/times.ts'
import segments from '../../../ui/segments.module.css'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { type DateRange, isInOrder } from '../../event/list/list-search.ts'
import { CalendarButton } from './calendar-button.tsx'
import { DATE_PRESETS } from './date-presets.ts'
import classes from './date-range-bar.module.css'
import { DayInput, useLatestRange } from './day-input.tsx'

/** The days that a list covers, both included. */
export function DateRangeBar({
  range: { from, to },
  onChange,
}: {
  range: DateRange
  onChange: (range: DateRange) => void
}) {
  const today = useTimes().today()
  // Only the days: a search has filters, too, which may change before the days do.
  const range = { from, to }
  const change = useLatestRange(range, onChange)
  const isOneDay = from === to
  return (
    <search className={classes.bar} aria-label="Days" data-days>
      <fieldset className={segments.segments}>
        <legend className={visuallyHidden.only}>Days</legend>
        {DATE_PRESETS.map(({ label, rangeAt }) => {
          const preset = rangeAt(today)
          const isChosen = preset.from === range.from && preset.to === range.to
          return (
            <button
              key={label}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(preset)}
            >
              {label}
            </button>
          )
        })}
      </fieldset>
      <div className={classes.days}>
        <DayInput
          label="From"
          className={classes.day}
          day={range.from}
          error={isInOrder(range) ? undefined : 'The start date must be on or before the end date.'}
          // One day stays one day, instead of becoming all days between the two.
          onDay={from => change(isOneDay ? { from, to: from } : { from })}
        />
        <DayInput label="To" className={classes.day} day={range.to} onDay={to => change({ to })} />
        <CalendarButton range={range} onChange={onChange} />
      </div>
    </search>
  )
}
