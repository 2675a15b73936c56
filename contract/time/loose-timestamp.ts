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

function stampOf(told: unknown): unknown {
  if (typeof told === 'string' && /^\d{9,13}$/.test(told)) return stampOf(Number(told))
  if (typeof told === 'number') {
    const seconds = Math.abs(told) < MILLISECONDS ? told : told / 1000
    return seconds > 1e8 && seconds < 1e10 ? new Date(seconds * 1000).toISOString() : told
  }
  if (typeof told !== 'string') return told
  return told
    .trim()
    .replace(/^(\S{10}) +(?=\d)/, '$1T')
    .replace(/ ?([+-]\d\d):?(\d\d)?$/, (_offset, hours, minutes = '00') => `${hours}:${minutes}`)
    .replace(/ ?(Z|UTC|GMT)$/i, 'Z')
}

/** As seconds, this would be the year 5138, so larger numbers are milliseconds. */
const MILLISECONDS = 1e11
