import { errors } from 'undici'
import { detailError, type HttpError } from '../../http/http-error.ts'
import { errorCode, isClientCertificateAlert } from '../../webhooks/http/cause.ts'

/** An answer that we can't pass on or read. The message continues "The call-tracking service …". */
export class BadAnswer extends Error {
  override name = 'BadAnswer'
}

/** The service took too long, before its answer or during it. */
export class UpstreamTimeout extends Error {
  override name = 'UpstreamTimeout'
  readonly code = 'ETIMEDOUT'
}

const UNTRUSTED =
  'cannot be reached safely: its certificate is not signed by an authority that Redial trusts'
const CLOSED = 'closed the connection before its answer was complete'
const NO_HTTPS = 'cannot be reached safely: it does not speak HTTPS at its address'
const UNKNOWN_NAME = 'cannot be reached: no server is known by its name'
const NO_WAY = 'cannot be reached: no way through the network leads there'

const MESSAGES_BY_CODE: Record<string, string> = {
  ECONNREFUSED: 'cannot be reached: nothing answers at its address',
  ENOTFOUND: UNKNOWN_NAME,
  EAI_AGAIN: UNKNOWN_NAME,
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: CLOSED,
  UND_ERR_HEADERS_OVERFLOW: 'answered with headers that are too long',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: 'cannot be reached safely: its certificate has expired',
  CERT_NOT_YET_VALID: 'cannot be reached safely: its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'cannot be reached safely: its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: NO_HTTPS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_HTTPS,
}

const INVALID_HTTP = 'answered in a form that is not valid HTTP'

/**
 * undici reports some malformed headers like a body that broke off, or by a failed assertion. Before the
 * answer began, they can't be anything else.
 */
export function errorBeforeAnswer(error: unknown): unknown {
  const isMalformed = ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_ASSERTION']
  return isMalformed.includes(errorCode(error)) ? new BadAnswer(INVALID_HTTP) : error
}

/** The answer to a failed request to the service: 504 if the service was slow, 502 otherwise. */
export function upstreamError(error: unknown): HttpError {
  return isTimeout(error)
    ? detailError(504, 'The call-tracking service took too long to answer.')
    : detailError(502, `The call-tracking service ${describeUpstreamError(error)}.`)
}

function describeUpstreamError(error: unknown): string {
  if (error instanceof BadAnswer) return error.message
  const code = errorCode(error)
  if (error instanceof errors.HTTPParserError) {
    return error.message.includes('Expected HTTP')
      ? 'answered something that is not HTTP'
      : INVALID_HTTP
  }
  if (isClientCertificateAlert(code))
    return 'asks for a client certificate, which Redial does not have'
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_')) {
    return 'gave an answer that could not be unpacked'
  }
  if (code.startsWith('ERR_SSL_') && MESSAGES_BY_CODE[code] === undefined) {
    return 'cannot be reached safely: it could not agree with Redial on a secure connection'
  }
  return MESSAGES_BY_CODE[code] ?? 'cannot be reached'
}

function isTimeout(error: unknown): boolean {
  return [
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'ETIMEDOUT',
  ].includes(errorCode(error))
}
