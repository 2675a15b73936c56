import type { UpstreamAttempt } from '../failed-event.ts'
import { shownText } from '../text/shown-text.ts'
import { CalendarDate } from '../time/calendar-date.ts'
import { formatDay } from '../time/day-text.ts'

export type Outcome = Pick<UpstreamAttempt, 'status' | 'error' | 'cause'>

/**
 * How much of an error text is searched. A hostile service may send more than regular expressions
 * can search quickly.
 */
export const MAX_ERROR_LENGTH = 2_000

/**
 * Each cause in a few words, for a row. They follow "Answered 500, " if an answer came. `listed_event` and `event_state`
 * store them, so a migration has to change what is stored with them. Everything else about a cause is in cause-texts.ts,
 * which the first page doesn't load.
 */
const CAUSE_LABELS = {
  unknown: 'The service doesn’t say why',
  'too-late': 'but too late',
  'other-success': 'but only 200 counts',
  moved: 'moved to another address',
  redirect: 'redirected us',
  unauthorized: 'access refused',
  'not-found': 'address not found',
  gone: 'address closed permanently',
  'method-not-allowed': 'accepts no events here',
  'other-format': 'doesn’t accept JSON',
  'too-large': 'event too large',
  'too-busy': 'too busy',
  rejected: 'rejected the event',
  'not-available': 'not available',
  'own-error': 'an error on its side',
  'odd-status': 'but only 200 counts',
  'certificate-expired': 'Certificate expired',
  'certificate-too-new': 'Certificate not valid yet',
  'certificate-name-mismatch': 'Certificate for another name',
  'certificate-revoked': 'Certificate revoked',
  'certificate-untrusted': 'Certificate not trusted',
  'client-certificate': 'Asks for a client certificate',
  'no-secure-connection': 'No secure connection',
  'address-not-allowed': 'Address not allowed',
  'name-not-found': 'Host name not found',
  'name-not-looked-up': 'Host name lookup failed',
  proxy: 'Not sent: the proxy failed',
  interim: 'Never gave a final answer',
  'not-http': 'Answer is not HTTP',
  'no-connection': 'Could not be reached in time',
  timeout: 'No answer in {deadline}',
  refused: 'Refused the connection',
  'broke-off': 'Closed the connection',
  unreachable: 'Could not be reached',
  other: 'The service says: “{error}”',
}

export type FailureCause = keyof typeof CAUSE_LABELS

/** @param outcome of a failed attempt; null if the service reports no attempts */
export function failureCause(outcome: Outcome | null): FailureCause {
  if (outcome === null) return 'unknown'
  if (outcome.status !== null) return failureCauseOfStatus(outcome.status)
  if (outcome.cause) return outcome.cause.code
  const error = outcome.error?.trim() ?? ''
  if (error === '') return 'unknown'
  const words = error.slice(0, MAX_ERROR_LENGTH).replaceAll(ADDRESS, '')
  return CAUSES_BY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'other'
}

/** Why a delivery failed in a few words, for a row: "Answered 500, an error on its side". */
export function failureSummary(outcome: Outcome | null): string {
  const short = CAUSE_LABELS[failureCause(outcome)]
  return outcome?.status == null
    ? fillText(short, outcome)
    : `Answered ${outcome.status}, ${fillText(short, outcome)}`
}

/**
 * Replaces the names in braces in a text about a cause.
 *
 * @param when the times that a message lists: "at the times below"
 */
export function fillText(text: string, outcome: Outcome | null, when = ''): string {
  const { status, day, isInChain, ...facts } = textFacts(outcome)
  const values: Record<string, string> = {
    ...facts,
    answered: status === null ? 'answered' : `answered ${status}`,
    expiry: day
      ? `expired on ${day}`
      : `${isInChain ? 'or a certificate in its chain ' : ''}has expired`,
    start: day ?? 'a later day',
    when,
  }
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** What the texts of each language say about an outcome. */
export function textFacts(outcome: Outcome | null) {
  const { status, error, cause } = outcome ?? { status: null, error: null }
  const day = cause ? cause.day : certificateDay(error ?? '')
  return {
    status,
    error: shownText(error?.trim() ?? ''),
    deadline: cause?.seconds ? formatSeconds(cause.seconds) : formatDeadline(error),
    /** The first or last day of a certificate. */
    day: day && formatDay(day),
    isInChain: cause?.in_chain,
  }
}

/** The certificate's last or first day in an error of Go, which contains the time of the attempt first. */
function certificateDay(error: string): string | undefined {
  const [, day] =
    /\bis (?:after|before) (\d{4}-\d\d-\d\d)/.exec(error.slice(0, MAX_ERROR_LENGTH)) ?? []
  return CalendarDate.safeParse(day).data
}

/** "10 seconds", the deadline of the interface, or the time that the service's error names. */
export function formatDeadline(error: string | null): string {
  const text = (error ?? '').slice(0, MAX_ERROR_LENGTH)
  const [, milliseconds] = /(?<!\d)(\d+) ?(?:ms\b|millis)/i.exec(text) ?? []
  const [, seconds] =
    /(?<![\d.])(\d+(?:\.\d+)?) ?s(?:ec|\b)/i.exec(text) ??
    /timeout=(\d+(?:\.\d+)?)/i.exec(text) ??
    []
  return formatSeconds(
    milliseconds === undefined ? Number(seconds ?? 10) : Number(milliseconds) / 1000,
  )
}

function formatSeconds(seconds: number): string {
  const rounded = Math.max(1, Math.round(seconds * 10)) / 10
  // `plural` would add its module to the first script.
  return rounded === 1 ? '1 second' : `${rounded} seconds`
}

function failureCauseOfStatus(status: number): FailureCause {
  const statusCause = CAUSES_BY_STATUS[status]
  if (statusCause !== undefined) return statusCause
  if (status > 200 && status < 300) return 'other-success'
  if (status >= 400 && status < 500) return 'rejected'
  if (status >= 500 && status < 600) return 'own-error'
  return status >= 100 && status < 200 ? 'interim' : 'odd-status'
}

const CAUSES_BY_STATUS: Record<number, FailureCause> = {
  200: 'too-late',
  // The others are of no use to a webhook, such as 304.
  301: 'moved',
  302: 'redirect',
  303: 'redirect',
  307: 'moved',
  308: 'moved',
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not-found',
  405: 'method-not-allowed',
  407: 'unauthorized',
  408: 'not-available',
  410: 'gone',
  413: 'too-large',
  415: 'other-format',
  429: 'too-busy',
  502: 'not-available',
  503: 'not-available',
  504: 'not-available',
}

/**
 * Addresses in an error text, which don't describe the cause: `https://…`, `ssl://…` of PHP, and `host='…'`,
 * `with url: /…` and `hooks.example:443 ssl:default` of Python.
 */
const ADDRESS =
  /(?:https?|ssl|tls):\/\/[^\s"'<>)]+|HTTPS?ConnectionPool|\bhost='[^']*'|\burl: \S+|\bssl:(?:default|true|false|none|<ssl\.SSLContext)\b/gi

/**
 * Causes without an answer, by the error texts and codes of foreign senders written in Node, Python, Go,
 * Java, .NET, PHP or Ruby, and of nginx. The first match counts.
 */
const CAUSES_BY_WORDS: [RegExp, FailureCause][] = [
  [/ProxyError|proxyconnect/i, 'proxy'],
  [/redirects\b|redirected to|unexpected redirect|redirect (not|mode)/i, 'redirect'],
  [/client certificate|certificate.required|(alert:?|tls:).bad.certificate/i, 'client-certificate'],
  [/not.yet.valid: .* is after|CERT_HAS_EXPIRED|NotTimeValid|\bNotAfter\b/i, 'certificate-expired'],
  [/not.yet.valid/i, 'certificate-too-new'],
  [/certificate.*expired|expired.*certificate/i, 'certificate-expired'],
  [
    /ALTNAME|(host ?|no |subject )name.*match|NameMismatch|address mismatch|alternative .*match|match (any of the subject|expected CN)|hostname .*not verified|IP SANs|certificate (is valid for|does not match|not valid for name)/i,
    'certificate-name-mismatch',
  ],
  [/revoked/i, 'certificate-revoked'],
  [
    /self.?signed|UNABLE_TO_|unable to (verify|get)|UNTRUSTED|PartialChain|CertificateValidationCallback|unknown.?(authority|issuer|ca\b)|trust relationship|path (building|validation)|certificate verify failed/i,
    'certificate-untrusted',
  ],
  [
    /certificate|\btls\b|ssl(\b|[_v])|CERT_|ERR_SSL|secure connection|response to HTTPS/i,
    'no-secure-connection',
  ],
  [/private (address|ip|network)|not a valid URL/i, 'address-not-allowed'],
  [
    /EAI_AGAIN|temporary failure in name|misbehaving|(resolv|lookup ).*time.?d? ?out|lookup .*timeout/i,
    'name-not-looked-up',
  ],
  [
    /could not (be )?resolve|ENOTFOUND|\bDNS\b|NXDOMAIN|no such host|UnknownHost|getaddrinfo|UnresolvedAddress|no address associated|nodename|name .*(resol|known)/i,
    'name-not-found',
  ],
  [
    /not (valid )?HTTP|parse error|bad ?status ?line|malformed|HPE_|LENGTH_MISMATCH|(illegal|invalid) (header|status) line|multiple Content-Length|upstream sent (invalid|too big) header|wrong status line|response headers? (limit )?exceeded/i,
    'not-http',
  ],
  [/\bread (operation )?time|time.* while reading/i, 'timeout'],
  [
    /connect.*(in time|time.?d? ?out|after a period of time)|ETIMEDOUT|ConnectTimeout|OpenTimeout|dial .*i\/o timeout/i,
    'no-connection',
  ],
  [
    /within .*second|execution expired|time.?d? ?out|too slow|in time|deadline|(task|operation) was cancell?ed/i,
    'timeout',
  ],
  [/refused|couldn.t connect/i, 'refused'],
  [/unreachable|EHOSTUNREACH|no route/i, 'unreachable'],
  [
    /reset|EPIPE|broken.pipe|socket|hang up|closed|aborted|\bEOF\b|end of (file|stream)|no bytes|empty reply|failed to respond|ended prematurely|disconnected|IncompleteRead/i,
    'broke-off',
  ],
  [/reached|unreach/i, 'unreachable'],
]
