import { type KeyboardEvent, useId, useState } from 'react'
import { addDays, type CalendarDate } from '../../../../contract/time/calendar-date.ts'
import { shortDate } from '../../../../contract/time/day-text.ts'
import { parseDay, parseDayAndTime } from '../../../format/parse-day.ts'
import { useTimes } from '../../../format/times.ts'
import type { TimedRange } from '../../event/list/list-search.ts'
import { parseRange } from './date-presets.ts'
import classes from './day-input.module.css'

type DayInputProps = {
  label: string
  day: CalendarDate | undefined
  /** Whether a time may follow the day. */
  hasTime?: boolean
  time?: string | undefined
  error?: string | undefined
  onDay: (day: CalendarDate, time?: string) => void
  /** Called instead when the text is a range, such as "this month". It has a time only if a day may have one. */
  onRange: (range: TimedRange) => void
  /** The day may be left out. Called when the field was emptied. */
  onClear?: () => void
  placeholder?: string
  className: string | undefined
}

type DayAndTime = { day: CalendarDate; time: string | undefined }

const COMPLETE = /^\d{4}-\d\d-\d\d$/

/** The first example is in the form that the field shows. */
const notADay = (hasTime = false) =>
  `No such date. Write the day first, such as 22 Nov 2026, ${hasTime ? 'yesterday, 14:00' : 'yesterday'} or this month.`

const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * A day as text, written like everywhere on the page. The browser's own date field follows the browser's
 * language, and "11/12/2026" may be either of two days (docs/decisions/0050).
 *
 * Keeps the text until it is a day. Then the URL owns it. The text is dropped if something else changes
 * the day.
 */
export function DayInput(props: DayInputProps) {
  const { label, day, hasTime, time, error, onDay, onRange, onClear, placeholder, className } =
    props
  const id = useId()
  const today = useTimes().today()
  const [draft, setDraft] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const shown = day === undefined ? '' : formatDayAndTime(day, time)
  const [knownShown, setKnownShown] = useState(shown)
  if (shown !== knownShown) {
    setKnownShown(shown)
    const typed = draft === null ? null : read(draft)
    if (typed === null || formatDayAndTime(typed.day, typed.time) !== shown) setDraft(null)
  }
  const text = draft ?? shown
  const message = draft !== null && isRefused ? notADay(hasTime) : error

  function read(entered: string): DayAndTime | null {
    if (hasTime) return parseDayAndTime(entered, day, today)
    const parsed = parseDay(entered, today)
    return parsed === null ? null : { day: parsed, time: undefined }
  }

  function take(entered: DayAndTime) {
    if (entered.day !== day || entered.time !== time) onDay(entered.day, entered.time)
  }

  function change(changed: string) {
    setDraft(changed)
    setRefused(false)
    const parsed = COMPLETE.test(changed) ? read(changed) : null
    if (parsed !== null) take(parsed)
  }

  /** Every other form takes effect once it is complete, because "1 Nov" begins "1 Nov 2025". */
  function finish() {
    if (draft === null) return
    const parsed = read(draft)
    const range = parseRange(draft, today)
    if (parsed !== null) {
      setDraft(formatDayAndTime(parsed.day, parsed.time))
      take(parsed)
    } else if (range !== null && (hasTime || range.from_time === undefined)) {
      setDraft(null)
      onRange(range)
    } else if (onClear && draft.trim() === '') {
      setDraft(null)
      if (day !== undefined) onClear()
    } else {
      setRefused(true)
    }
  }

  /** A held key keeps moving. The day takes effect when the key is released. */
  function step(press: KeyboardEvent) {
    const days = STEPS[press.key]
    if (days === undefined || press.altKey || press.ctrlKey || press.metaKey) return
    press.preventDefault()
    const from = read(text)
    const next = parseDay(from === null ? today : addDays(from.day, days), today)
    if (next === null) return
    setDraft(formatDayAndTime(next, from?.time))
    setRefused(false)
  }

  return (
    <div className={`${classes.field} ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        required={onClear === undefined}
        placeholder={placeholder}
        data-chosen={day !== undefined || undefined}
        data-time={time !== undefined || undefined}
        value={text}
        aria-invalid={message !== undefined}
        aria-describedby={message && `${id}-error`}
        onChange={event => change(event.currentTarget.value)}
        onKeyDown={press => (press.key === 'Enter' ? finish() : step(press))}
        onKeyUp={({ key }) => key in STEPS && finish()}
        onBlur={finish}
      />
      {message && (
        <p id={`${id}-error`} className={classes.error}>
          {message}
        </p>
      )}
    </div>
  )
}

/** "22 Nov 2026, 14:00" */
function formatDayAndTime(day: CalendarDate, time: string | undefined): string {
  return time === undefined ? shortDate(day) : `${shortDate(day)}, ${time}`
}
