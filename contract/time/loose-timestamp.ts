import * as z from 'zod/mini'
import { Stamp } from './stamp.ts'

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

/** As seconds, this would be the year 5138, so larger numbers are milliseconds. */
const MILLISECONDS = 1e11
