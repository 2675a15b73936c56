import { isRecord, jsonInside } from '../text/json-inside.ts'
import { foreignTime } from '../time/foreign-time.ts'
import { startOfDay } from '../time/stamp.ts'
import type { SampleField } from './sample-fields.ts'

/** The requested range: its first day and the day after the last, in ms since 1970. */
export type SampleRange = { from: number; to: number }

export type ValueContext = { zone: string; range: SampleRange | null; dayFirst: boolean | null }

export function timeFits({ zone, dayFirst }: ValueContext): (value: unknown) => boolean {
  // Cached, because several rules check the same values.
  const cache = new Map<unknown, boolean>()
  return value => {
    let fits = cache.get(value)
    if (fits === undefined) {
      fits = foreignTime(value, { zone, dayFirst }) !== null
      cache.set(value, fits)
    }
    return fits
  }
}

export function hostsIn(values: unknown[]): number {
  return new Set(values.map(value => URL.parse(String(value).trim())?.host)).size
}

/** "co.za": domains of different owners end in it. */
const COUNTRY_SUFFIX = /\.(?:ac|com?|edu|gov|net|org|web)\.[a-z]{2}$/

/**
 * Whether a URL is at the service itself: on its host, or another one of its domain, such as "app.calls.example" for
 * "api.calls.example". Returns null if the service has no public name, because its links may have one.
 */
export function isAtService(value: unknown, service: string | undefined): boolean | null {
  const own = URL.parse(service ?? '')?.hostname ?? ''
  const labels = own.split('.')
  if (!/\.[a-z][a-z\d-]+$/.test(own) || /\.(?:internal|local|lan)$/.test(own)) return null
  const host = URL.parse(String(value).trim())?.hostname ?? ''
  const shortest = COUNTRY_SUFFIX.test(own) ? 3 : 2
  const domain = labels.length > shortest ? labels.slice(1).join('.') : own
  return host === domain || host.endsWith(`.${domain}`)
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

export function isErrorText(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const text = value.trim()
  return /[A-Za-z\u00C0-\uFFFF]{3}/.test(text) && !isWebAddress(text) && !isDocument(text)
}

/** Any text but a number, a time or an address, also in a list. "[500]" is no number. */
export function isQuotable(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isQuotable)
  if (typeof value !== 'string' || isWebAddress(value)) return false
  const isWord = /\p{L}|[[({<]\s*\p{N}/u.test(value)
  return isWord && foreignTime(value, { zone: 'UTC', dayFirst: true }) === null
}

/** Whether a text is JSON or markup. "[Errno 111] Connection refused" of Python is neither. */
function isDocument(text: string): boolean {
  return /^<[!?/a-z]/i.test(text) || (/^[[{]/.test(text) && jsonInside(text) !== undefined)
}

export function isId(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  if (typeof value === 'bigint') return true
  return typeof value === 'string' && /^[\w.:~+/=-]{1,200}$/.test(value)
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

export function isFraction(value: unknown): boolean {
  const number =
    typeof value === 'string' && /^\d{1,9}\.\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && number >= 0 && number <= 3_600_000
}

export function isListOfRecords(value: unknown): boolean {
  return Array.isArray(value) && (value.length === 0 || value.some(isRecord))
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

export type SampleOrigin = {
  /** The time zone of times without one. */
  zone: string
  /** The requested days, without to_date; null if they are unknown. */
  range: { from_date: string; to_date: string } | null
  /** The URL of the service, if it is known. */
  service?: string | undefined
}

/** What is known about the sample when its values are read. */
export function contextOf({ zone, range }: SampleOrigin, fields: SampleField[]): ValueContext {
  const days = range && {
    from: startOfDay(range.from_date, zone).getTime(),
    to: startOfDay(range.to_date, zone).getTime(),
  }
  return { zone, range: days, dayFirst: dayFirstOf(fields, zone, days) }
}

const SLASHED = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}/

/** Whether dates such as 02/11/2026 begin with the day. A part above 12 decides, or the range. */
function dayFirstOf(
  fields: SampleField[],
  zone: string,
  range: SampleRange | null,
): boolean | null {
  const dates = fields
    .flatMap(({ values }) => values)
    .filter((value): value is string => typeof value === 'string' && SLASHED.test(value))
  const parts = dates.map(date => SLASHED.exec(date)?.slice(1).map(Number) ?? [])
  const isDayFirst = parts.some(([first = 0]) => first > 12)
  const isMonthFirst = parts.some(([, second = 0]) => second > 12)
  if (isDayFirst !== isMonthFirst) return isDayFirst
  if (isDayFirst || range === null || dates.length === 0) return null
  const [asDays, asMonths] = [true, false].map(dayFirst =>
    dates.every(date => {
      const time = foreignTime(date, { zone, dayFirst })
      return time !== null && time >= range.from && time < range.to
    }),
  )
  return asDays === asMonths ? null : asDays === true
}
