import { addDays, CalendarDate, TimeOfDay } from '../../contract/time/calendar-date.ts'

/** Years that are still incomplete (0002, 0020, 0202) are valid dates, but not meant. */
const FIRST_DAY: CalendarDate = '2000-01-01'

const MONTHS =
  'january february march april may june july august september october november december'.split(' ')

const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

/** A leap day is in the past at most eight years ago. */
const YEARS_BACK = 8

/**
 * The day that a person means: "2026-11-22", "22 Nov 2026", "Nov 22, 2026", "22 Nov", "22/11/2026",
 * "22.11.", "yesterday", "3 days ago", "last Friday", "last working day". Numbers are read day first. A day without a
 * year is the latest one that is not in the future.
 *
 * @returns null if the text is no day, or one before 2000
 */
export function parseDay(text: string, today: CalendarDate): CalendarDate | null {
  const trimmed = text.trim().toLowerCase()
  const relative = relativeDay(trimmed, today)
  if (relative !== null) return relative
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(trimmed)
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), iso[3])
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d\d)?)?$/.exec(trimmed)
  if (numbers) return withYear(numbers[3], Number(numbers[2]), numbers[1], today)
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[-. ]*([a-z]{3,})(?:[-., ]*(\d{4}|\d\d))?$/.exec(
    trimmed,
  )
  if (dayFirst) return withYear(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1], today)
  const monthFirst = /^([a-z]{3,})[. ]*(\d{1,2})(?:st|nd|rd|th)?(?:[, ]+(\d{4}))?$/.exec(trimmed)
  if (monthFirst) return withYear(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2], today)
  return null
}

/** A time that belongs to a day or stands for itself: "14:00", "at 14:00", "14h00", "2 pm", "2:30pm". */
const TIME = /(?:^|, ?|[ t])(?:at )?(\d{1,2})(?:[:h](\d\d))? ?([ap]m|h)?$/

/**
 * The day and the time that a person means: "yesterday 14:00", "22 Nov 2026, 2 pm".
 *
 * @param day for a time without a day
 * @returns null if the text is no day, or has a time that no clock shows
 */
export function parseDayAndTime(
  text: string,
  day: CalendarDate | undefined,
  today: CalendarDate,
): { day: CalendarDate; time: string | undefined } | null {
  const trimmed = text.trim().toLowerCase()
  const match = TIME.exec(trimmed)
  const [, hour = '', minute, half] = match ?? []
  // A number alone is part of the day.
  const hasTime = match !== null && (minute ?? half) !== undefined
  const before = hasTime ? trimmed.slice(0, match.index) : trimmed
  const parsed = before === '' ? day : parseDay(before, today)
  const time = hasTime ? clockTime(hour, minute, half) : undefined
  return parsed == null || time === null ? null : { day: parsed, time }
}

function clockTime(hour: string, minute = '00', unit?: string): string | null {
  const half = unit === 'h' ? undefined : unit
  const isOnClock = half === undefined || (Number(hour) >= 1 && Number(hour) <= 12)
  const hours = half === undefined ? hour : String((Number(hour) % 12) + (half === 'pm' ? 12 : 0))
  const { data } = TimeOfDay.safeParse(`${hours.padStart(2, '0')}:${minute}`)
  return isOnClock && data !== undefined ? data : null
}

/** The latest day of a name is today, unless it is the last one. */
function relativeDay(text: string, today: CalendarDate): CalendarDate | null {
  if (text === 'today' || text === 'now') return today
  if (text === 'yesterday') return addDays(today, -1)
  if (/^(the )?last working day$/.test(text)) return lastWorkingDay(today)
  const ago = /^(an?|\d{1,3}) (day|week)s? ago$/.exec(text)
  if (ago) {
    const count = ago[1]?.startsWith('a') ? 1 : Number(ago[1])
    return addDays(today, -count * (ago[2] === 'week' ? 7 : 1))
  }
  const [, last, name = ''] = /^(last )?([a-z]{3,})$/.exec(text) ?? []
  const weekday = name === '' ? -1 : WEEKDAYS.findIndex(full => full.startsWith(name))
  if (weekday < 0) return null
  const back = (new Date(`${today}T00:00:00Z`).getUTCDay() - weekday + 7) % 7
  return addDays(today, -(back === 0 && last !== undefined ? 7 : back))
}

/** The one before `day`. Holidays differ between countries and companies, so they count as working days. */
export function lastWorkingDay(day: CalendarDate): CalendarDate {
  const before = addDays(day, -1)
  return addDays(before, -Math.max(0, daysSinceMonday(before) - 4))
}

/** 0 on Mondays */
export function daysSinceMonday(day: CalendarDate): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

function monthOf(name = ''): number {
  return MONTHS.findIndex(month => month.startsWith(name)) + 1
}

function withYear(
  year: string | undefined,
  month: number,
  day: string | undefined,
  today: CalendarDate,
) {
  if (year !== undefined) return toDay(Number(year) + (year.length === 2 ? 2000 : 0), month, day)
  const thisYear = Number(today.slice(0, 4))
  for (let back = 0; back <= YEARS_BACK; back++) {
    const date = toDay(thisYear - back, month, day)
    if (date !== null && date <= today) return date
  }
  return null
}

function toDay(year: number, month: number, day = ''): CalendarDate | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  const { data } = CalendarDate.safeParse(text)
  return data !== undefined && data >= FIRST_DAY ? data : null
}
