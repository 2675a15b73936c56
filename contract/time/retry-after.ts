type AnswerHeaders = { 'retry-after'?: string | undefined; date?: string | undefined }

/**
 * The whole seconds that a busy service or receiver asks us to wait; null if the value is missing or invalid.
 * RFC 9110, 10.2.3: seconds, or a date, which is compared with its own clock.
 */
export function secondsToWait(headers: AnswerHeaders): number | null {
  const { 'retry-after': wait, date } = headers
  if (wait === undefined) return null
  if (/^\d{1,15}$/.test(wait)) return Number(wait)
  // A date contains a time. Anything else that Date.parse accepts, such as "-5", is not a date.
  const until = /\d:\d/.test(wait) ? Date.parse(wait) : Number.NaN
  if (Number.isNaN(until)) return null
  const now = Date.parse(date ?? '')
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000))
}
