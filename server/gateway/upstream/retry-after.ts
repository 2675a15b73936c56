import type { IncomingHttpHeaders } from 'node:http'

/**
 * The whole seconds that a busy service asks us to wait; null if the value is missing or invalid.
 * RFC 9110, 10.2.3: seconds, or a date, which is compared with the service's own clock.
 */
export function secondsToWait(headers: IncomingHttpHeaders): number | null {
  const { 'retry-after': asked, date } = headers
  if (asked === undefined) return null
  if (/^\d{1,15}$/.test(asked)) return Number(asked)
  // A date contains a time. Anything else that Date.parse accepts, such as "-5", is not a date.
  const until = /\d:\d/.test(asked) ? Date.parse(asked) : Number.NaN
  if (Number.isNaN(until)) return null
  const now = Date.parse(date ?? '')
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000))
}

/** The header that passes such a wait on; none for null. */
export function retryAfter(seconds: number | null): Record<string, string> {
  return seconds === null ? {} : { 'retry-after': `${seconds}` }
}
