import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { REQUEST_ID_HEADER } from '../../../contract/errors.ts'
import { authorizationOf } from '../session/authorization.ts'

/** RFC 9110, 7.6.1, and RFC 9112, 9.6. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/**
 * All other headers are stripped: a service behind a proxy may read a user name, an address or
 * another path from a header that only its own proxy should set.
 */
const ALLOWED_REQUEST_HEADERS = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-request-id',
]

const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The headers of a request to the service: the caller's headers that may pass, and the token.
 *
 * @param host the service's
 */
export function headersForService(request: FastifyRequest, host: string): IncomingHttpHeaders {
  const dropped = new Set(hopByHop(request.headers))
  // A GET is passed on without a body.
  if (request.body === undefined && !METHODS_WITH_BODY.includes(request.method))
    dropped.add('content-length')
  const entries = Object.entries(request.headers).filter(
    ([name]) => ALLOWED_REQUEST_HEADERS.includes(name) && !dropped.has(name),
  )
  return {
    ...Object.fromEntries(entries),
    'accept-encoding': supportedEncodings(request.headers['accept-encoding']),
    host,
    authorization: authorizationOf(request) ?? undefined,
  }
}

const SUPPORTED_ENCODING = /^(gzip|deflate|br|identity)(;|$)/

/** Keeps the encodings whose decompressed size we can limit. */
function supportedEncodings(accepted: string | string[] | undefined): string {
  const encodings = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map(encoding => encoding.trim())
  return encodings.filter(encoding => SUPPORTED_ENCODING.test(encoding)).join(', ') || 'identity'
}

/** A name or an address with an optional port: nothing that could end the host of a URL. */
const HOST_PATTERN = /^([a-z\d._-]{1,255}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i

/**
 * Tells our own service the caller's address, the address by which it reached us and the request's id.
 * The service's `next` and `previous` then contain the host that the caller used.
 *
 * @param publicUrl the origin that browsers use, if it is set
 */
export function forwardedHeaders(
  request: FastifyRequest,
  publicUrl: string | undefined,
): Record<string, string> {
  const front = publicUrl === undefined ? undefined : new URL(publicUrl)
  const host = front?.host ?? request.host
  return {
    'x-forwarded-for': request.ip,
    [REQUEST_ID_HEADER]: request.id,
    'x-forwarded-proto': front?.protocol.slice(0, -1) ?? request.protocol,
    ...(HOST_PATTERN.test(host) && { 'x-forwarded-host': host }),
  }
}

/**
 * The names of the headers that belong to one connection: the usual ones, and those that
 * `Connection` lists.
 */
export function hopByHop({ connection }: Record<string, string | string[] | undefined>): string[] {
  // In an answer it is a list if the header occurs twice, whatever the type says.
  const names = [connection ?? '']
    .flat()
    .flatMap(names => names.split(','))
    .map(name => name.trim().toLowerCase())
  // A script that lists its own Authorization there would only lose it.
  return [...HOP_BY_HOP, ...names.filter(name => name !== 'authorization')]
}
