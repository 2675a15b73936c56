import { errors } from 'undici'
import type { Cause, CauseCode } from '../../../contract/cause.ts'

/** Why no answer came: the cause for programs, and a text that follows the name of the other side. */
export type Failure = { cause: Cause; error: string }

/** A failure whose message is already the text for people. */
export class DeliveryProblem extends Error {
  override name = 'DeliveryProblem'
  override readonly cause: Cause

  constructor(cause: CauseCode | Cause, message: string) {
    super(message)
    this.cause = typeof cause === 'string' ? { code: cause } : cause
  }
}

const failure = (code: CauseCode, error: string): Failure => ({ cause: { code }, error })

const UNTRUSTED = 'its certificate is not signed by an authority we trust'
const IN_CHAIN = 'its certificate, or a certificate in its chain,'

const NOT_TRUSTED = failure('certificate-untrusted', UNTRUSTED)
const NOT_TRUSTED_OR_INCOMPLETE = failure(
  'certificate-untrusted',
  `${UNTRUSTED}, or an intermediate certificate is missing`,
)
const CLOSED = failure('broke-off', 'closed the connection')
const UNREACHABLE = failure('unreachable', 'could not be reached: network unreachable')
const NO_HTTPS = failure('no-secure-connection', 'does not speak HTTPS at this address')
const LONG_HEADERS = failure('not-http', 'answered with headers that are too long')
const NO_HTTP = failure('not-http', 'answered something that is not HTTP')
const INVALID_HTTP = failure('not-http', 'answered in a form that is not valid HTTP')
const CLIENT_CERTIFICATE = failure(
  'client-certificate',
  'asks for a client certificate, and events are sent without one',
)

/** The error codes of Node, OpenSSL and undici, for receivers, their proxy and the call-tracking service. */
const NETWORK_ERRORS: Record<string, Failure> = {
  ECONNREFUSED: failure('refused', 'refused the connection'),
  ENOTFOUND: failure('name-not-found', 'has a host name that does not resolve'),
  EAI_AGAIN: failure('name-not-looked-up', 'has a host name that could not be looked up just now'),
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: CLOSED,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ETIMEDOUT: failure('no-connection', 'could not be reached: nothing answers at its address'),
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  CERT_UNTRUSTED: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED_OR_INCOMPLETE,
  UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED_OR_INCOMPLETE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED_OR_INCOMPLETE,
  CERT_HAS_EXPIRED: {
    cause: { code: 'certificate-expired', in_chain: true },
    error: `${IN_CHAIN} has expired`,
  },
  CERT_NOT_YET_VALID: {
    cause: { code: 'certificate-too-new', in_chain: true },
    error: `${IN_CHAIN} is not valid yet`,
  },
  CERT_REVOKED: failure('certificate-revoked', 'its certificate has been revoked'),
  ERR_TLS_CERT_ALTNAME_INVALID: failure(
    'certificate-name-mismatch',
    'its certificate is for another name',
  ),
  ERR_SSL_WRONG_VERSION_NUMBER: NO_HTTPS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_HTTPS,
  HPE_HEADER_OVERFLOW: LONG_HEADERS,
  UND_ERR_HEADERS_OVERFLOW: LONG_HEADERS,
  HPE_INVALID_CONSTANT: NO_HTTP,
}

/** Whether the text is about a certificate, so that it starts with "its". */
export function isAboutCertificate({ cause }: Failure): boolean {
  return cause.code.startsWith('certificate-')
}

/** Says why no answer came, from any error. */
export function readFailure(error: unknown): Failure {
  if (error instanceof DeliveryProblem) return { cause: error.cause, error: error.message }
  // undici's parser gives no code.
  if (error instanceof errors.HTTPParserError) {
    return error.message.includes('Expected HTTP') ? NO_HTTP : INVALID_HTTP
  }
  const code = errorCode(error)
  if (isClientCertificateAlert(code)) return CLIENT_CERTIFICATE
  const listed = NETWORK_ERRORS[code]
  if (listed !== undefined) return listed
  if (code.startsWith('HPE_')) return INVALID_HTTP
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    const text = `could not agree with us on a secure connection (${code})`
    return failure('no-secure-connection', text)
  }
  return failure('unreachable', `could not be reached${code === '' ? '' : ` (${code})`}`)
}

/**
 * Why a request that was written has no answer, from any error. The connection was secure before, so
 * network errors don't mean that the receiver can't be reached.
 *
 * @param hasEvent whether the request has an event, which the receiver may have now
 * @returns `isMalformed` if the receiver answered, but not in valid HTTP
 */
export function answerProblem(
  error: Error,
  hasEvent: boolean,
): { error: Error; isMalformed: boolean } {
  if (error instanceof DeliveryProblem) return { error, isMalformed: false }
  const problem = (cause: CauseCode, text: string, isMalformed = false) => ({
    error: new DeliveryProblem(cause, text),
    isMalformed,
  })
  const mayHaveIt = hasEvent ? ', and may have the event' : ''
  if (error instanceof errors.SocketError && error.message === UNASKED_PROTOCOL) {
    return problem('interim', 'switched to another protocol, which was not asked for')
  }
  const code = errorCode(error)
  if (isClientCertificateAlert(code)) {
    return problem('client-certificate', CLIENT_CERTIFICATE.error)
  }
  if (error instanceof errors.SocketError || 'syscall' in error || code.startsWith('ERR_SSL_')) {
    return problem('broke-off', `${CLOSED.error} without a complete answer${mayHaveIt}`)
  }
  return problem('not-http', `${INVALID_HTTP.error}${mayHaveIt}`, true)
}

/** undici's message for a 101 Switching Protocols, on which it hangs up; it has no code for it. */
const UNASKED_PROTOCOL = 'bad upgrade'

/**
 * A server's alerts about certificates are about the client's. With TLS 1.3 they come when the request is
 * already on its way, and the server reads none of it.
 */
function isClientCertificateAlert(code: string): boolean {
  return /_ALERT_(CERTIFICATE_\w+|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)$/.test(
    code,
  )
}

/** Says why an answer with `status` is a failure; null for a success. */
export function describeStatus(status: number): string | null {
  if (status === 200) return null
  if (REDIRECTS.includes(status)) {
    return `answered ${status}, a redirect; redirects are not followed`
  }
  return `answered ${status}; only 200 counts`
}

const REDIRECTS = [301, 302, 303, 307, 308]

/** The code of an error; empty if it has none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // If a name has several addresses, each connection attempt leaves its own error.
  if (error instanceof AggregateError && !('code' in error)) return errorCode(error.errors[0])
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
