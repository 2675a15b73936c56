import * as z from 'zod/mini'
import { FIXED_ZONES, stampIn } from './stamp.ts'

/** A day without a time, `YYYY-MM-DD`, such as `from_date` and `to_date` of the failed-event lists. */
export const CalendarDate = z.iso.date().check(
  // Calendars and the dates of databases begin with the year 1.
  z.refine(
    day => !day.startsWith('0000'),
    'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  ),
)
export type CalendarDate = z.infer<typeof CalendarDate>

/** Hours and minutes of a clock, `HH:MM`. */
export const TimeOfDay = z.iso.time({ precision: -1 })

/** The day that `instant` falls on in `timeZone` (an IANA name such as "Africa/Johannesburg"). */
export function dayOf(instant: Date, timeZone: string): CalendarDate {
  return stampIn(instant, timeZone).slice(0, 10)
}

export function addDays(day: CalendarDate, days: number): CalendarDate {
  const moved = new Date(`${day}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/**
 * The short name of a time zone, such as "SAST". South African English has it. A zone without a short
 * name gets its offset.
 *
 * @param timeZone IANA name, such as "Africa/Johannesburg"
 */
export function zoneName(timeZone: string): string {
  const fixed = FIXED_ZONES.get(timeZone)
  if (fixed) return fixed.name
  const parts = new Intl.DateTimeFormat('en-ZA', { timeZone, timeZoneName: 'short' })
  return parts.formatToParts().find(part => part.type === 'timeZoneName')?.value ?? timeZone
}
