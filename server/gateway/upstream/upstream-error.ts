import { detailError, type HttpError } from '../../http/http-error.ts'
import { errorCode, isAboutCertificate, readFailure } from '../../webhooks/http/cause.ts'

/** An answer that we can't pass on or read. The message continues "The call-tracking service …". */
export class BadAnswer extends Error {
  override name = 'BadAnswer'
}

/** The service took too long, before its answer or during it. */
export class UpstreamTimeout extends Error {
  override name = 'UpstreamTimeout'
  readonly code = 'ETIMEDOUT'
}

/**
 * undici reports some malformed headers like a body that broke off, or by a failed assertion. Before the
 * answer began, they can't be anything else.
 */
export function errorBeforeAnswer(error: unknown): unknown {
  const isMalformed = ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_ASSERTION']
  return isMalformed.includes(errorCode(error))
    ? new BadAnswer('answered in a form that is not valid HTTP')
    : error
}

/** The answer to a failed request to the service: 504 if the service was slow, 502 otherwise. */
export function upstreamError(error: unknown): HttpError {
  return isTimeout(error)
    ? detailError(504, 'The call-tracking service took too long to answer.')
    : detailError(502, `The call-tracking service ${describeUpstreamError(error)}.`)
}

/** The answer if the token may not read a list. A service may also hide the list and answer 404. */
export function listRefusal(status: number): HttpError {
  return detailError(
    status,
    status === 403
      ? 'The service does not allow your API token to read this list.'
      : 'The call-tracking service answered 404 instead of the list.',
  )
}

function describeUpstreamError(error: unknown): string {
  if (error instanceof BadAnswer) return error.message
  const code = errorCode(error)
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_')) {
    return 'gave an answer that could not be unpacked'
  }
  const failure = readFailure(error)
  if (failure.cause.code === 'client-certificate') {
    return 'asks for a client certificate, which Redial does not have'
  }
  return isAboutCertificate(failure) ? `cannot be reached safely: ${failure.error}` : failure.error
}

function isTimeout(error: unknown): boolean {
  return [
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'ETIMEDOUT',
  ].includes(errorCode(error))
}

/** The header that passes a wait on; none for null. */
export function retryAfter(seconds: number | null): Record<string, string> {
  return seconds === null ? {} : { 'retry-after': `${seconds}` }
}
