import { IconCalendar } from '@tabler/icons-react'
import { useTimes } from '../../../format/times.ts'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { type DateRange, isInOrder, type TimedRange } from '../../event/list/list-search.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import { DATE_PRESETS } from './date-presets.ts'
import classes from './date-range-bar.module.css'
import { DayInput } from './day-input.tsx'

type DateRangeBarProps = {
  range: TimedRange
  /** Gets only what changed: a person may leave both fields before the address has the first change. */
  onChange: (change: Partial<TimedRange>) => void
}

export function DateRangeBar({ range, onChange }: DateRangeBarProps) {
  const { from, to, from_time, to_time } = range
  const isOneDay = from === to && (from_time ?? to_time) === undefined
  const changeDays = (days: TimedRange) =>
    onChange({ from_time: undefined, to_time: undefined, ...days })
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

type CalendarButtonProps = {
  range: DateRange
  onChange: (range: DateRange) => void
}

const CalendarPanel = lazyPart(() => import('./calendar-panel.tsx'))

export function CalendarButton({ range, onChange }: CalendarButtonProps) {
  return (
    <PopoverButton
      label="Calendar"
      isIconOnly
      isFresh
      icon={<IconCalendar size={16} aria-hidden />}
    >
      {close => (
        <CalendarPanel
          range={range}
          onChange={days => {
            close()
            onChange(days)
          }}
        />
      )}
    </PopoverButton>
  )
}

type RangeButtonsProps = { range: TimedRange; onChange: (days: DateRange) => void }

/** The usual ranges. The calendar has the others. */
export function RangeButtons({ range, onChange }: RangeButtonsProps) {
  const today = useTimes().today()
  const presets = DATE_PRESETS.map(preset => ({ ...preset, ...preset.rangeAt(today) }))
  const isOfDays = (range.from_time ?? range.to_time) === undefined
  const chosen = presets.find(({ from, to }) => isOfDays && from === range.from && to === range.to)
  return (
    <Segments
      legend="Days"
      options={presets.map(({ label: value, short }) => ({
        value,
        label: short ?? value,
        'aria-label': short && value,
      }))}
      chosen={chosen?.label}
      onChoose={label => {
        const { from, to } = presets.find(preset => preset.label === label) ?? range
        onChange({ from, to })
      }}
    />
  )
}
