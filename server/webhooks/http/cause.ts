import { errors } from 'undici'
import { IN_CERTIFICATE_CHAIN } from '../../../contract/failed-event.ts'

/** A failure whose message is already the cause for people. */
export class DeliveryProblem extends Error {
  override name = 'DeliveryProblem'
}

/** The name servers gave no answer, which says nothing about the name itself. */
export class LookupFailure extends DeliveryProblem {
  override name = 'LookupFailure'
}

/** The proxy for receivers failed or refused: RECEIVER_PROXY. */
export class ProxyProblem extends DeliveryProblem {
  override name = 'ProxyProblem'
}

const UNTRUSTED = 'its certificate is not signed by an authority we trust'
const UNTRUSTED_OR_INCOMPLETE = `${UNTRUSTED}, or an intermediate certificate is missing`
const CLOSED = 'closed the connection'
const UNREACHABLE = 'could not be reached: no way through the network leads there'

const MESSAGES_BY_CODE: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  ETIMEDOUT: 'could not be reached: nothing answers at its address',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED_OR_INCOMPLETE,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED_OR_INCOMPLETE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED_OR_INCOMPLETE,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: `its certificate${IN_CERTIFICATE_CHAIN} has expired`,
  CERT_NOT_YET_VALID: `its certificate${IN_CERTIFICATE_CHAIN} is not valid yet`,
  CERT_REVOKED: 'its certificate has been revoked',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak HTTPS at this address',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'does not speak HTTPS at this address',
}

/** Says why an attempt failed, from any error. */
export function describeError(error: unknown): string {
  if (error instanceof DeliveryProblem) return error.message
  const code = errorCode(error)
  if (isClientCertificateAlert(code)) return CLIENT_CERTIFICATE
  const message = MESSAGES_BY_CODE[code]
  if (message !== undefined) return message
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    return `could not agree with us on a secure connection (${code})`
  }
  return code === '' ? 'could not be reached' : `could not be reached (${code})`
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
  const because = (text: string) => new DeliveryProblem(text)
  const andMayHaveIt = (text: string) =>
    because(hasEvent ? `${text}, and may have the event` : text)
  if (error instanceof errors.SocketError && error.message === UNASKED_PROTOCOL) {
    const problem = because('switched to another protocol, which was not asked for')
    return { error: problem, isMalformed: false }
  }
  const code = errorCode(error)
  if (isClientCertificateAlert(code)) {
    return { error: because(CLIENT_CERTIFICATE), isMalformed: false }
  }
  if (error instanceof errors.SocketError || 'syscall' in error || code.startsWith('ERR_SSL_')) {
    return { error: andMayHaveIt(`${CLOSED} without a complete answer`), isMalformed: false }
  }
  return { error: andMayHaveIt('answered in a form that is not valid HTTP'), isMalformed: true }
}

/** undici's message for a 101 Switching Protocols, on which it hangs up; it has no code for it. */
const UNASKED_PROTOCOL = 'bad upgrade'

/**
 * A server's alerts about certificates are about the client's. With TLS 1.3 they come when the request is
 * already on its way, and the server reads none of it.
 */
export const isClientCertificateAlert = (code: string): boolean =>
  CLIENT_CERTIFICATE_ALERT.test(code)

const CLIENT_CERTIFICATE_ALERT =
  /_ALERT_(CERTIFICATE_\w+|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)$/
const CLIENT_CERTIFICATE = 'asks for a client certificate, and events are sent without one'

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
