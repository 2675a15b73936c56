import { CalendarDate } from '../../contract/time/calendar-date.ts'

/** Years that are still incomplete (0002, 0020, 0202) are valid dates, but not meant. */
const FIRST_DAY: CalendarDate = '2000-01-01'

const MONTHS =
  'january february march april may june july august september october november december'.split(' ')

/** A leap day is in the past at most eight years ago. */
const YEARS_BACK = 8

/**
 * The day that a person means: "2026-11-22", "22 Nov 2026", "Nov 22, 2026", "22 Nov", "22/11/2026",
 * "22.11." Numbers are read day first. A day without a year is the latest one that is not in the future.
 *
 * @returns null if the text is no day, or one before 2000
 */
export function parseDay(text: string, today: CalendarDate): CalendarDate | null {
  const trimmed = text.trim().toLowerCase()
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
