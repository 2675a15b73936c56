import { IN_CERTIFICATE_CHAIN, type UpstreamAttempt } from '../../../../contract/failed-event.ts'
import { shownText } from '../../../../contract/text/shown-text.ts'
import { CAUSE_TEXTS, type CauseTexts, type FailureCause } from './cause-texts.ts'
import { certificateDay } from './certificate-day.ts'

export type Outcome = Pick<UpstreamAttempt, 'status' | 'error'>

/**
 * How much of an error text is searched. A hostile service may send more than regular expressions
 * can search quickly.
 */
export const MAX_ERROR_LENGTH = 2_000

/** @param outcome of a failed attempt; null if the service reports no attempts */
export function failureCause(outcome: Outcome | null): FailureCause {
  if (outcome === null) return 'unknown'
  if (outcome.status !== null) return failureCauseOfStatus(outcome.status)
  const error = outcome.error?.trim() ?? ''
  if (error === '') return 'unknown'
  const words = error.slice(0, MAX_ERROR_LENGTH).replaceAll(ADDRESS, '')
  return CAUSES_BY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'other'
}

/** Why a delivery failed in a few words, for a row: "Answered 500, an error on its side". */
export function failureSummary(outcome: Outcome | null): string {
  const { short } = causeTexts(outcome)
  return outcome?.status == null
    ? fillText(short, outcome)
    : `Answered ${outcome.status}, ${fillText(short, outcome)}`
}

export function causeTexts(outcome: Outcome | null): CauseTexts {
  return CAUSE_TEXTS[failureCause(outcome)]
}

/**
 * Replaces the names in braces in a text about a cause.
 *
 * @param when the times that a message lists: "at the times below"
 */
export function fillText(text: string, outcome: Outcome | null, when = ''): string {
  const error = outcome?.error?.trim() ?? ''
  const values: Record<string, string> = {
    answered: outcome?.status == null ? 'answered' : `answered ${outcome.status}`,
    error: shownText(error),
    deadline: formatDeadline(error),
    expiry: formatExpiry(error),
    start: certificateDay(error) ?? 'a later day',
    when,
  }
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** The end of "its certificate …": "expired on 2 March 2026" */
function formatExpiry(error: string): string {
  const day = certificateDay(error)
  if (day !== null) return `expired on ${day}`
  return error.includes(IN_CERTIFICATE_CHAIN)
    ? 'or a certificate in its chain has expired'
    : 'has expired'
}

/** "10 seconds", the deadline of the interface, or the time that the service's error names. */
export function formatDeadline(error: string | null | undefined): string {
  const text = (error ?? '').slice(0, MAX_ERROR_LENGTH)
  const [, milliseconds] = /(?<!\d)(\d+) ?(?:ms\b|millis)/i.exec(text) ?? []
  const [, seconds] =
    /(?<![\d.])(\d+(?:\.\d+)?) ?s(?:ec|\b)/i.exec(text) ??
    /timeout=(\d+(?:\.\d+)?)/i.exec(text) ??
    []
  const tenths =
    milliseconds === undefined ? Number(seconds ?? 10) * 10 : Number(milliseconds) / 100
  const rounded = Math.max(1, Math.round(tenths)) / 10
  // `plural` would add its module to the files of the first rows.
  return rounded === 1 ? '1 second' : `${rounded} seconds`
}

function failureCauseOfStatus(status: number): FailureCause {
  const known = CAUSES_BY_STATUS[status]
  if (known !== undefined) return known
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
 * Addresses in an error text, which don't describe the cause: `https://…`, and `host='…'` and
 * `with url: /…` of Python.
 */
const ADDRESS = /https?:\/\/[^\s"'<>)]+|HTTPS?ConnectionPool|\bhost='[^']*'|\burl: \S+/gi

/**
 * Causes without an answer, by the error texts and codes of senders: ours (server/webhooks/http),
 * and those of Node, Python, Go, Java, .NET, PHP, Ruby and nginx. The first match counts.
 */
const CAUSES_BY_WORDS: [RegExp, FailureCause][] = [
  [/\bthe proxy for|ProxyError|proxyconnect/i, 'proxy'],
  [/redirects\b|redirected too|redirect not/i, 'redirect'],
  [/client certificate|certificate.required|(alert:?|tls:).bad.certificate/i, 'client-certificate'],
  [/not.yet.valid: .* is after|CERT_HAS_EXPIRED|NotTimeValid|\bNotAfter\b/i, 'certificate-expired'],
  [/not.yet.valid|valid only from/i, 'certificate-too-new'],
  [/certificate.*expired|expired.*certificate/i, 'certificate-expired'],
  [
    /certificate is not for|ALTNAME|(host ?|no )name.*match|NameMismatch|alternative .*match|certificate (is valid for|does not match)/i,
    'certificate-name-mismatch',
  ],
  [/revoked/i, 'certificate-revoked'],
  [
    /self.?signed|not signed by|UNABLE_TO_|unable to (verify|get)|UNTRUSTED|PartialChain|CertificateValidationCallback|unknown authority|path (building|validation)|certificate verify failed/i,
    'certificate-untrusted',
  ],
  [
    /certificate|\btls\b|ssl(\b|[_v])|CERT_|ERR_SSL|secure connection|speak HTTPS|response to HTTPS/i,
    'no-secure-connection',
  ],
  [
    /private or reserved|private (address|ip|network)|this machine itself|must begin with https|not a valid URL|user name or password|port 0|ends in a dot/i,
    'address-not-allowed',
  ],
  [
    /looked up just now|EAI_AGAIN|temporary failure in name|misbehaving|(resolv|lookup ).*time.?d? ?out|lookup .*timeout/i,
    'name-not-looked-up',
  ],
  [
    /looked up|could not (be )?resolve|ENOTFOUND|\bDNS\b|NXDOMAIN|no such host|UnknownHost|has no address|no address associated|nodename|name .*(resol|exist|known)/i,
    'name-not-found',
  ],
  [/interim|100 Continue|another protocol/i, 'interim'],
  [
    /not (valid )?HTTP|parse error|bad ?status ?line|malformed|headers that are too long|HPE_|LENGTH_MISMATCH|(illegal|invalid) (header|status) line|multiple Content-Length|response headers? (limit )?exceeded/i,
    'not-http',
  ],
  [/\bread (operation )?time|time.* while reading/i, 'timeout'],
  [
    /connect.*(in time|time.?d? ?out|after a period of time)|ETIMEDOUT|ConnectTimeout|OpenTimeout|nothing answers|dial .*i\/o timeout/i,
    'no-connection',
  ],
  [
    /within .*second|execution expired|time.?d? ?out|too slow|in time|deadline|(task|operation) was cancell?ed/i,
    'timeout',
  ],
  [/refused|couldn.t connect/i, 'refused'],
  [/unreachable|EHOSTUNREACH|no route/i, 'unreachable'],
  [
    /broke off|reset|EPIPE|socket|hang up|closed|aborted|\bEOF\b|end of file|no bytes|empty reply|failed to respond|ended prematurely|disconnected|IncompleteRead/i,
    'broke-off',
  ],
  [/reached|unreach/i, 'unreachable'],
]
