import * as z from 'zod/mini'

/** ISO 8601 with a UTC offset, such as `2026-11-21T09:30:00+02:00` or `…Z`. */
export const Stamp = z.iso.datetime({
  offset: true,
  // A text that is not a timestamp is one error, so no further check runs.
  abort: true,
})

/**
 * Formats `instant` as the service does: ISO 8601 to the millisecond with the offset of `timeZone`
 * at that moment (docs/interface.md, "Call termination callback payload": SAST).
 */
export function stampIn(instant: Date, timeZone: string): string {
  const offset = offsetMinutes(instant, timeZone)
  const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1)
  const sign = offset < 0 ? '-' : '+'
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0')
  return `${local}${sign}${hours}:${minutes}`
}

/** A day less than years of four digits have, because they are shown in any time zone. */
const FIRST_MOMENT = Date.parse('0001-01-02T00:00:00Z')
const LAST_MOMENT = Date.parse('9999-12-31T00:00:00Z')

/** The time in UTC; null if its year would not have four digits. */
export function moment(stamp: string | null | undefined): string | null {
  const time = stamp == null ? Number.NaN : Date.parse(stamp)
  return time >= FIRST_MOMENT && time <= LAST_MOMENT ? new Date(time).toISOString() : null
}

/** 00:00 of `day` (`YYYY-MM-DD`) in `timeZone`, as an instant. */
export function startOfDay(day: string, timeZone: string): Date {
  return instantOf(new Date(`${day}T00:00:00Z`), timeZone)
}

/**
 * The instant at which clocks in `timeZone` show a date and time.
 *
 * @param local that date and time, as if it were UTC
 */
export function instantOf(local: Date, timeZone: string): Date {
  const guess = new Date(local.getTime() - offsetMinutes(local, timeZone) * 60_000)
  // The offset may differ between the two instants if the zone changes its clocks that day.
  return new Date(local.getTime() - offsetMinutes(guess, timeZone) * 60_000)
}

/**
 * Zones whose clocks have not changed since 1945. For these, a browser doesn't need `Intl`, whose first use takes it
 * 10 ms.
 */
export const FIXED_ZONES = new Map([
  ['Africa/Johannesburg', { name: 'SAST', minutes: 120 }],
  ['UTC', { name: 'UTC', minutes: 0 }],
])
const FIXED_SINCE = Date.UTC(1945)

/**
 * Calculated from the numbers of the local time, because engines write offsets differently. The local
 * day is at most one day before or after the day in UTC.
 */
function offsetMinutes(instant: Date, timeZone: string): number {
  const fixed = FIXED_ZONES.get(timeZone)
  if (fixed && instant.getTime() >= FIXED_SINCE) return fixed.minutes
  const parts = getFormatter(timeZone).formatToParts(instant)
  const local = (type: 'day' | 'hour' | 'minute' | 'second') =>
    Number(parts.find(part => part.type === type)?.value)
  const days = local('day') - instant.getUTCDate()
  // The last day of a month may become the first day of the next, or the other way round.
  const daysAhead = Math.abs(days) > 1 ? -Math.sign(days) : days
  const hours = daysAhead * 24 + local('hour') - instant.getUTCHours()
  const minutes = hours * 60 + local('minute') - instant.getUTCMinutes()
  // Offsets of the nineteenth century have seconds, which a timestamp cannot express.
  return Math.trunc(minutes + (local('second') - instant.getUTCSeconds()) / 60)
}

/** Cached, because creating one takes ten times as long as using it, and a row has several times. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone)
  if (cached !== undefined) return cached
  const formatter = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, formatter)
  return formatter
}

/**
 * Timestamp in any common format: with a space for the T, with an offset of two or four digits, or
 * as seconds or milliseconds since 1970. Without an offset, the time is ambiguous and rejected.
 */
export const LooseTimestamp = z.union([
  Stamp,
  z.pipe(z.pipe(z.unknown(), z.transform(stampOf)), Stamp),
])

function stampOf(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{9,13}$/.test(value)) return stampOf(Number(value))
  if (typeof value === 'number') {
    const seconds = Math.abs(value) < MILLISECONDS ? value : value / 1000
    return seconds > 1e8 && seconds < 1e10 ? new Date(seconds * 1000).toISOString() : value
  }
  if (typeof value !== 'string') return value
  return value
    .trim()
    .replace(/^(\S{10}) +(?=\d)/, '$1T')
    .replace(/ ?([+-]\d\d):?(\d\d)?$/, (_offset, hours, minutes = '00') => `${hours}:${minutes}`)
    .replace(/ ?(Z|UTC|GMT)$/i, 'Z')
}

/** Larger numbers are milliseconds: as seconds, this is the year 5138. */
const MILLISECONDS = 1e11
