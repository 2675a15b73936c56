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
  UND_ERR_HEADERS_OVERFLOW: 'answered with headers that are too long',
}

/** Says why an attempt failed, from any error. */
export function describeError(error: unknown): string {
  if (error instanceof DeliveryProblem) return error.message
  if (error instanceof errors.HTTPParserError) return 'answered something that is not HTTP'
  if (error instanceof errors.SocketError && error.message === UNASKED_PROTOCOL) {
    return 'switched to another protocol, which was not asked for'
  }
  const code = errorCode(error)
  const message = MESSAGES_BY_CODE[code]
  if (message !== undefined) return message
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    return `could not agree with us on a secure connection (${code})`
  }
  return code === '' ? 'could not be reached' : `could not be reached (${code})`
}

/** undici's message for a 101 Switching Protocols, on which it hangs up; it has no code for it. */
const UNASKED_PROTOCOL = 'bad upgrade'

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
