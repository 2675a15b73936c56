import * as z from 'zod/mini'

/** ISO 8601 with a UTC offset, such as `2026-11-21T09:30:00+02:00` or `…Z`. */
export const Stamp = z.iso.datetime({
  offset: true,
  // A text that is no stamp is one mistake, so nothing else about it is checked.
  abort: true,
})

/**
 * `instant` as the service writes it: ISO 8601 to the millisecond with the offset that `timeZone`
 * has at that moment (interface.md, "Call termination callback payload": SAST).
 */
export function stampIn(instant: Date, timeZone: string): string {
  const offset = offsetMinutes(instant, timeZone)
  const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1)
  const sign = offset < 0 ? '-' : '+'
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0')
  return `${local}${sign}${hours}:${minutes}`
}

/** 00:00 of `day` (`YYYY-MM-DD`) in `timeZone`, as an instant. */
export function startOfDay(day: string, timeZone: string): Date {
  const utc = new Date(`${day}T00:00:00Z`)
  const guess = new Date(utc.getTime() - offsetMinutes(utc, timeZone) * 60_000)
  // The offset may differ between the two instants where a zone changes its clocks that night.
  return new Date(utc.getTime() - offsetMinutes(guess, timeZone) * 60_000)
}

function offsetMinutes(instant: Date, timeZone: string): number {
  const name = formatterOf(timeZone)
    .formatToParts(instant)
    .find(part => part.type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? []
  const total = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -total : total
}

/** Making one costs ten times as much as using it, and a list has several stamps a row. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const kept = formatters.get(timeZone)
  if (kept !== undefined) return kept
  const made = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formatters.set(timeZone, made)
  return made
}
