import { useId, useState } from 'react'
import { CalendarDate } from '../../../contract/time/calendar-date.ts'
import classes from './activity-filters.module.css'

/** Years that are still incomplete (0002, 0020, 0202) are valid dates, but not meant. */
const FIRST_DAY: CalendarDate = '2000-01-01'

type DayFieldProps = {
  label: string
  day: CalendarDate | undefined
  error?: string
  onDay: (day: CalendarDate | undefined) => void
}

/** An optional date. Keeps incomplete input until it is a whole date. */
export function DayField({ label, day, error, onDay }: DayFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [knownDay, setKnownDay] = useState(day)
  if (day !== knownDay) {
    setKnownDay(day)
    setTyped(null)
  }
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        min={FIRST_DAY}
        data-chosen={day !== undefined || undefined}
        value={typed ?? day ?? ''}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        onChange={change => {
          const { value } = change.currentTarget
          setTyped(value)
          if (value === '') onDay(undefined)
          else if (CalendarDate.safeParse(value).success && value >= FIRST_DAY) onDay(value)
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
