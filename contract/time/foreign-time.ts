import { instantOf } from './stamp.ts'

export type TimeReading = {
  /** The time zone of times without one; an IANA name. */
  zone: string
  /** Whether 02/11/2026 is 2 November. If null, such a date is read only if one part is above 12. */
  dayFirst: boolean | null
}

/**
 * Reads a time as any service may write it: ISO 8601, seconds, milliseconds or microseconds since
 * 1970, RFC 2822, `22/11/2026 12:00`, and the formats of .NET, Go and Jackson.
 *
 * @returns milliseconds since 1970; null if it is none of these
 */
export function foreignTime(value: unknown, reading: TimeReading): number | null {
  if (typeof value === 'number') return sinceEpoch(value)
  if (Array.isArray(value)) return ofParts(value, reading)
  if (typeof value !== 'string' || value.length > 60) return null
  const text = value.trim()
  if (/^\d{14}$/.test(text)) return ofCompact(text, reading)
  if (/^\d{9,16}(\.\d+)?$/.test(text)) return sinceEpoch(Number(text))
  return ofDotNet(text) ?? ofDate(text, reading) ?? parseMonthName(text, reading)
}

/** Years 1990 to 2100, as smaller numbers are counts and larger ones are ids. */
const [FIRST, LAST] = [Date.UTC(1990), Date.UTC(2100)]

function sinceEpoch(value: number): number | null {
  const unit = [1000, 1, 0.001].find(unit => value * unit >= FIRST && value * unit < LAST)
  return unit === undefined ? null : Math.round(value * unit)
}

function ofDotNet(text: string): number | null {
  const [, ms] = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text) ?? []
  return ms === undefined ? null : Number(ms)
}

function ofCompact(text: string, reading: TimeReading): number | null {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  return ofNumbers(parts.map(Number), reading.zone)
}

/** Jackson writes a time without a zone as `[2026, 11, 22, 12, 0]`. */
function ofParts(value: unknown[], reading: TimeReading): number | null {
  const numbers = value.filter(part => typeof part === 'number')
  if (numbers.length !== value.length || numbers.length < 5 || numbers.length > 7) return null
  return ofNumbers(numbers, reading.zone)
}

const DATE = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})/
const TIME = /^(?:[T ,]+(?:at )?(\d{1,2})[:.h](\d\d)(?:[:.](\d\d)(?:[.,](\d{1,9}))?)?\s*(am|pm)?)?/i
const ZONE =
  /^\s*(?:(Z|UTC|GMT)|(?:UTC|GMT)?([+-]\d\d(?::?\d\d)?)(?: \(?[A-Z]{1,5}\)?)?)?(?:\[[\w/+-]+\])?$/i

function ofDate(text: string, { zone, dayFirst }: TimeReading): number | null {
  const compact = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(text)
  if (compact) {
    const [whole, year, month, day, hour, minute, second] = compact
    const rest = text.slice(whole.length)
    return ofDate(`${year}-${month}-${day}T${hour}:${minute}:${second}${rest}`, { zone, dayFirst })
  }
  const date = DATE.exec(text)
  if (date === null) return null
  const [matched, first = '', , second = '', third = ''] = date
  const day = dayOfParts([first, second, third], dayFirst)
  const time = TIME.exec(text.slice(matched.length))
  if (day === null || time === null) return null
  const offset = ZONE.exec(text.slice(matched.length + time[0].length))
  if (offset === null) return null
  const [, hour = '0', minute = '0', seconds = '0', fraction = '', half] = time
  const clock = [hourOf(Number(hour), half), Number(minute), Number(seconds)]
  const thousandths = Number(`0.${fraction || '0'}`) * 1000
  const local = ofNumbers([...day, ...clock], offset[1] || offset[2] ? 'UTC' : zone)
  return local === null ? null : local + Math.trunc(thousandths) - offsetMs(offset[2])
}

/** Year, month and day in any order; null if the order is ambiguous. */
function dayOfParts(parts: [string, string, string], dayFirst: boolean | null): number[] | null {
  const [first, second, third] = [Number(parts[0]), Number(parts[1]), Number(parts[2])]
  if (parts[0].length === 4) return [first, second, third]
  if (parts[2].length !== 4) return null
  const isDayFirst = first > 12 ? true : second > 12 ? false : dayFirst
  if (isDayFirst === null) return null
  return isDayFirst ? [third, second, first] : [third, first, second]
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

function offsetMs(offset: string | undefined): number {
  if (offset === undefined) return 0
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  const total = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -total : total
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAY_FIRST_WORDS = /^(?:[a-z]{3,9},? )?(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4}),?(?= |$)/i
const MONTH_FIRST_WORDS = /^(?:[a-z]{3,9},? )?([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4}),?(?= |$)/i
const CTIME = /^[a-z]{3} ([a-z]{3}) +(\d{1,2}) ([\d:]{8}) (?:[A-Z]{3,4} )?(\d{4})$/i

/** RFC 2822 and other formats with the month as an English word. */
function parseMonthName(text: string, reading: TimeReading): number | null {
  const ctime = CTIME.exec(text)
  if (ctime) return parseMonthName(`${ctime[1]} ${ctime[2]} ${ctime[4]} ${ctime[3]}`, reading)
  const dayFirst = DAY_FIRST_WORDS.exec(text)
  const match = dayFirst ?? MONTH_FIRST_WORDS.exec(text)
  if (match === null) return null
  const [matched, first = '', second = '', year] = match
  const [day, word] = dayFirst ? [first, second] : [second, first]
  const month = MONTHS.indexOf(word.toLowerCase()) + 1
  if (month === 0) return null
  return ofDate(`${year}-${month}-${day}${text.slice(matched.length)}`, reading)
}

function ofNumbers(parts: number[], zone: string): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const utc = Date.UTC(year, month - 1, day, hour, minute, second)
  const moment = new Date(utc)
  const isReal =
    moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day && hour < 24 && minute < 60
  if (!isReal || year < 1990 || year >= 2100) return null
  return zone === 'UTC' ? utc : instantOf(moment, zone).getTime()
}
