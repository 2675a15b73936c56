import { isRecord } from '../text/json-inside.ts'
import { foreignTime, type TimeReading } from '../time/foreign-time.ts'

/** @param reading how to read times */
export type ValueCheck = (value: unknown, reading: TimeReading) => boolean

export const isTime: ValueCheck = (value, reading) => foreignTime(value, reading) !== null

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Compares text, so that 7 and "7" are equal. Lists may be nested too deeply to be serialised. */
export function plain(value: unknown): unknown {
  return typeof value === 'object' ? value : String(value)
}

export function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value.trim())) return false
  return Boolean(URL.parse(value.trim())?.host)
}

/** 503, "503", "503 Service Unavailable" or "HTTP 503". */
export function isStatus(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 100 && value < 600
  return typeof value === 'string' && /^(HTTP\S* )?[1-5]\d\d(\s.{0,60})?$/i.test(value.trim())
}

/** Any text but a number, a time or an address, also in a list. "[500]" is no number. */
export function isQuotable(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isQuotable)
  if (typeof value !== 'string' || isWebAddress(value)) return false
  const isWord = /\p{L}|[[({<]\s*\p{N}/u.test(value)
  return isWord && foreignTime(value, { zone: 'UTC', dayFirst: true }) === null
}

export function isId(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  if (typeof value === 'bigint') return true
  return typeof value === 'string' && /^[\w.:@~+/=-]{1,200}$/.test(value)
}

/** Words that say only that a delivery failed, or what its body is written in. */
const NO_KIND =
  /^(failed|failure|error|rejected|bounced|dropped|success|(application|text|multipart)\/\S+)$|(deliver|webhook|message|notif).*(fail|error)/i

export function isKind(value: unknown): boolean {
  // The shape comes first, because it limits the length that the other expressions search.
  if (typeof value !== 'string' || !/^\p{L}[\p{L}\p{N}_.:/ -]{1,60}$/u.test(value)) return false
  return !isStatus(value) && !NO_KIND.test(value)
}

export function isWhole(value: unknown, most: number): boolean {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= most
}

/** A duration in seconds or milliseconds, perhaps with a fraction. */
export function isDuration(value: unknown): boolean {
  const number =
    typeof value === 'string' && /^\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && number >= 0 && number <= 100_000_000
}

/**
 * The seconds of a duration in the format of a clock ("00:11:27") or of ISO 8601 ("PT11M27S"); null
 * for anything else.
 */
export function secondsOf(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const clock = /^(\d{1,3}):([0-5]\d):([0-5]\d)(?:\.\d+)?$/.exec(value)
  const iso = /^PT(?=\d)(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})(?:\.\d+)?S)?$/.exec(value)
  const parts = clock ?? iso
  if (parts === null) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

export function isListOfRecords(value: unknown): boolean {
  return Array.isArray(value) && (value.length === 0 || value.some(isRecord))
}

/** Seven to fifteen digits in common formats, or a word for a withheld number. Short ones are internal extensions. */
export function isPhone(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 1e6 && value < 1e15
  if (typeof value !== 'string') return false
  if (/^(anonymous|withheld|unknown|private|restricted|blocked|hidden)$/i.test(value)) return true
  if (!/^(tel:|sip:)?\+?[\d ()./-]{7,24}(@[\w.-]+)?$/.test(value)) return false
  const digits = value.replaceAll(/\D/g, '').length
  return digits >= 7 && digits <= 15
}

/** A company or a person: a name, or an object with one. */
export function isNamed(value: unknown): boolean {
  if (isRecord(value)) return ['name', 'reference'].some(key => typeof value[key] === 'string')
  return typeof value === 'string' && /\p{L}{2}/u.test(value) && value.length <= 200
}
