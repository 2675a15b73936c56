import { IconCalendar } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { useTimes } from '../../../format/times.ts'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import segments from '../../../ui/segments.module.css'
import visuallyHidden from '../../../ui/visually-hidden.module.css'
import { type DateRange, isInOrder } from '../../event/list/list-search.ts'
import { lazyPart } from '../../request-errors/lazy-part.tsx'
import * as messages from '../messages.ts'
import { DATE_PRESETS } from './date-presets.ts'
import classes from './date-range-bar.module.css'

const CalendarPanel = lazyPart(async () => (await import('./calendar-panel.tsx')).CalendarPanel)

/** Years that are still incomplete (0002, 0020, 0202) are valid dates, but not meant. */
const FIRST_DAY: CalendarDate = '2000-01-01'

/** The days that a list covers, both included. */
export function DateRangeBar({
  range,
  onChange,
}: {
  range: DateRange
  onChange: (range: DateRange) => void
}) {
  const today = useTimes().today()
  return (
    <search className={classes.bar}>
      <fieldset className={segments.segments}>
        <legend className={visuallyHidden.only}>{messages.days}</legend>
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
          label={messages.from}
          day={range.from}
          error={isInOrder(range) ? undefined : messages.fromIsAfterTo}
          onDay={from => onChange({ ...range, from })}
        />
        <DayInput label={messages.to} day={range.to} onDay={to => onChange({ ...range, to })} />
        <span className={classes.calendar}>
          <PopoverButton
            label={messages.calendar}
            title={messages.calendar}
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
        </span>
      </div>
    </search>
  )
}

/**
 * Keeps incomplete input until it is a whole date. Then the URL owns it. The input is dropped if
 * something else changes the day.
 */
function DayInput(props: {
  label: string
  day: CalendarDate
  error?: string
  onDay: (day: CalendarDate) => void
}) {
  const { label, day, error, onDay } = props
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [knownDay, setKnownDay] = useState(day)
  if (day !== knownDay) {
    setKnownDay(day)
    setTyped(null)
  }
  return (
    <div className={classes.day}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        required
        min={FIRST_DAY}
        value={typed ?? day}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        onChange={change => {
          const { value } = change.currentTarget
          setTyped(value)
          if (CalendarDate.safeParse(value).success && value >= FIRST_DAY) onDay(value)
        }}
        onBlur={() => setTyped(null)}
      />
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
