import type { Attempt } from '../../../contract/failed-event.ts'

/** What kind of failure it was; `failure-words.ts` has what each means. */
export type FailureCause =
  | 'not-told'
  | 'too-late'
  | 'other-success'
  | 'redirect'
  | 'turned-away'
  | 'not-found'
  | 'too-large'
  | 'too-busy'
  | 'rejected'
  | 'not-available'
  | 'own-error'
  | 'odd-status'
  | 'no-secure-connection'
  | 'address-not-allowed'
  | 'name-not-found'
  | 'timeout'
  | 'refused'
  | 'broke-off'
  | 'unreachable'
  | 'other'

export type Outcome = Pick<Attempt, 'status' | 'error'>

/** The cause of a failed attempt. `null` is for an event that names no attempts. */
export function failureCause(outcome: Outcome | null): FailureCause {
  if (outcome === null) return 'not-told'
  if (outcome.status !== null) return causeOfStatus(outcome.status)
  const error = outcome.error?.trim() ?? ''
  if (error === '') return 'not-told'
  return CAUSES_BY_WORDS.find(([pattern]) => pattern.test(error))?.[1] ?? 'other'
}

/** Why a delivery failed in a few words, for a row: "Answered 500, an error on its side". */
export function failureSummary(outcome: Outcome | null): string {
  const cause = failureCause(outcome)
  if (cause === 'other') return `Failed: ${outcome?.error}`
  return outcome?.status == null ? SHORT[cause] : `Answered ${outcome.status}, ${SHORT[cause]}`
}

function causeOfStatus(status: number): FailureCause {
  if (status === 200) return 'too-late'
  if (status > 200 && status < 300) return 'other-success'
  if (status >= 300 && status < 400) return 'redirect'
  if (status === 401 || status === 403) return 'turned-away'
  if (status === 404 || status === 410) return 'not-found'
  if (status === 413) return 'too-large'
  if (status === 429) return 'too-busy'
  if (status >= 400 && status < 500) return 'rejected'
  if (status >= 502 && status <= 504) return 'not-available'
  return status >= 500 && status < 600 ? 'own-error' : 'odd-status'
}

/** Causes without an answer, by the words or the codes that senders use for them. */
const CAUSES_BY_WORDS: [RegExp, FailureCause][] = [
  [
    /certificate|\btls\b|\bssl\b|CERT_|ERR_SSL|SELF_SIGNED|secure connection|speak HTTPS/i,
    'no-secure-connection',
  ],
  [
    /private|reserved|this machine itself|must begin with https|not a valid URL/i,
    'address-not-allowed',
  ],
  [/looked up|ENOTFOUND|EAI_AGAIN|\bDNS\b|name .*(resolve|exist)/i, 'name-not-found'],
  [/within .*second|time.?d? ?out|too slow|in time|deadline|nothing answers/i, 'timeout'],
  [/refused/i, 'refused'],
  [/broke off|reset|EPIPE|socket|hang up|closed/i, 'broke-off'],
  [/reached|unreach/i, 'unreachable'],
]

const SHORT: Record<Exclude<FailureCause, 'other'>, string> = {
  'not-told': 'The service doesn’t say why',
  'too-late': 'but too late',
  'other-success': 'but only 200 counts',
  redirect: 'sent us elsewhere',
  'turned-away': 'turned us away',
  'not-found': 'address not found',
  'too-large': 'event too large for it',
  'too-busy': 'too busy',
  rejected: 'rejected the event',
  'not-available': 'not available',
  'own-error': 'an error on its side',
  'odd-status': 'but only 200 counts',
  'no-secure-connection': 'No secure connection',
  'address-not-allowed': 'Address not allowed',
  'name-not-found': 'Its name was not found',
  timeout: 'No answer in 10 seconds',
  refused: 'Refused the connection',
  'broke-off': 'Broke off the connection',
  unreachable: 'Could not be reached',
}
