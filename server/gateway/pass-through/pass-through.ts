import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { secondsToWait } from '../../../contract/time/retry-after.ts'
import { detailError, HttpError } from '../../http/http-error.ts'
import { METHODS } from '../../http/node-http.ts'
import { callerSignal } from '../../http/when-closed.ts'
import { errorCode } from '../../webhooks/http/cause.ts'
import type { RecordChange } from '../blocklist/blocklist-changes.ts'
import type { GatewayDependencies } from '../gateway-dependencies.ts'
import type { Authentication } from '../session/authentication.ts'
import { ownAuthorization } from '../session/authorization.ts'
import { answerForDashboard } from '../upstream/answer-for-dashboard.ts'
import { beginningOf, MAX_BYTES } from '../upstream/upstream.ts'
import type { UpstreamConnections, UpstreamReply } from '../upstream/upstream-connections.ts'
import { BadAnswer, retryAfter, upstreamError } from '../upstream/upstream-error.ts'
import { forwardedHeaders, headersForService, hopByHop } from './request-headers.ts'

/** Origin-form (RFC 9112, 3.2.1) of visible ASCII, without a fragment. */
const TARGET = /^\/[\x21\x22\x24-\x7e]*$/

const ESCAPES = /(?:%[\da-f]{2})+/gi

const AMBIGUOUS = /[/\\;\u2044\u2215\p{Cc}\p{Zl}\p{Zp}]|%[\da-f]{2}/iu

/** Dot segments, also with characters that some servers drop or treat as the start of a query. */
const DOTS = /^[\s.\p{Cf}]+([?#]|$)/u

const JSON_TYPE = /^\s*(application|text)\/([\w.-]+\+)?json\s*(;|$)/i

const SANDBOX = "sandbox; default-src 'none'; form-action 'none'; frame-ancestors 'none'"

const FOR_DASHBOARD = ['allow', 'content-language', 'content-length', 'content-type', 'date']

/** Also what a script needs for conditional requests, redirects, rate limits and questions to the operator. */
const FOR_SCRIPTS = [
  ...FOR_DASHBOARD,
  'accept-ranges',
  'content-encoding',
  'content-range',
  'deprecation',
  'etag',
  'last-modified',
  'location',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'sunset',
  'vary',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]

/** A script may read answers that are too large for a page in a browser. */
const MAX_BYTES_FOR_SCRIPT = 4 * MAX_BYTES

export type AskOptions = Pick<GatewayDependencies, 'own' | 'publicUrl'> & {
  connections: UpstreamConnections
  authentication: Pick<Authentication, 'checkAfterRefusal' | 'requireKey' | 'requireToken'>
}

type PassThroughOptions = AskOptions & {
  /** Receives requests that change something, for the activity log. */
  recordChange: RecordChange
}

/** The paths that need a token of the service. */
const PREFIXES = ['/v1', '/v2']
/** The path of the telephone switch, which has its own key. */
const TELEPHONY_PREFIX = '/telephony/v1'

/**
 * Passes requests to the service: method, path, query, body and status unchanged, with only the
 * headers that are meant for it (docs/decisions/0037). An answer that the dashboard could not read
 * becomes an error in JSON (docs/decisions/0022).
 */
export async function passThrough(
  app: FastifyInstance,
  options: PassThroughOptions,
): Promise<void> {
  const { authentication, own } = options
  for (const method of UNPASSED_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  for (const prefix of own === null ? PREFIXES : [...PREFIXES, TELEPHONY_PREFIX]) {
    const authenticate =
      own !== null && prefix === TELEPHONY_PREFIX
        ? authentication.requireKey(own.checkTelephonyKey)
        : authentication.requireToken
    await app.register(async passed => {
      if (own !== null) passed.addHook('onRequest', own.checkBeforeToken)
      // Before the body is read.
      passed.addHook('onRequest', authenticate)
      // Bodies are passed on as they arrive.
      passed.removeAllContentTypeParsers()
      passed.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
      for (const url of [prefix, `${prefix}/*`]) {
        passed.route({
          method: PASSED_METHODS,
          url,
          handler: (request, reply) => passOn(request, reply, options, prefix),
        })
        passed.route({
          method: UNPASSED_METHODS,
          url,
          onRequest: refuseMethod,
          handler: refuseMethod,
        })
      }
    })
  }
}

/** @throws HttpError like `askService`; 400 for a request that can't be passed on */
async function passOn(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PassThroughOptions,
  prefix: string,
) {
  const target = targetOf(request, prefix)
  const [path = ''] = target.split('?', 1)
  const isDashboard = ownAuthorization(request) === undefined
  const gone = callerSignal(reply)
  try {
    const { statusCode, headers, body } = await options.recordChange(request, path, body =>
      sendToService(request, reply, options, { target, body, signal: gone }),
    )
    const { basePath } = options.connections
    // A redirect leads to a path of the service, and ours have no base path.
    if (headers.location?.startsWith(`${basePath}${prefix}`)) {
      headers.location = headers.location.slice(basePath.length)
    }
    reply.code(statusCode).headers((isDashboard ? headersForDashboard : headersForScript)(headers))
    return send(request, reply, body)
  } catch (error) {
    if (gone.aborted) return reply.hijack()
    throw toHttpError(request, error)
  }
}

type ServiceRequest = {
  /** The path with its query, as the interface has them. */
  target: string
  body?: Buffer | undefined
  /** Whether the gateway reads the answer. It explains errors then, also to a script. */
  isReadHere?: boolean
  signal: AbortSignal
}

/**
 * Sends a request to the service for its caller, and resolves when the answer begins.
 *
 * @throws HttpError 502 or 504 if the service gives no answer, or one that the dashboard can't read; 401 if the
 *   session has ended; 429 if too many requests wait
 */
export async function askService(
  ...[request, reply, options, serviceRequest]: Parameters<typeof sendToService>
): Promise<UpstreamReply> {
  return sendToService(request, reply, options, serviceRequest).catch((error: unknown) => {
    throw serviceRequest.signal.aborted ? error : toHttpError(request, error)
  })
}

/** The error that a caller gets if the service gave no usable answer. */
export function toHttpError(request: FastifyRequest, error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  request.log.warn({ name, message, code: errorCode(error) }, 'The service gave no answer')
  return upstreamError(error)
}

/** Like `askService`, with the original error: the activity log tells a missing answer from a refusal. */
async function sendToService(
  request: FastifyRequest,
  reply: FastifyReply,
  { connections, authentication, own, publicUrl }: AskOptions,
  { target, body, isReadHere = false, signal }: ServiceRequest,
): Promise<UpstreamReply> {
  const [path = ''] = target.split('?', 1)
  const isDashboard = isReadHere || ownAuthorization(request) === undefined
  const headers = {
    ...headersForService(request, new URL(connections.origin).host),
    // Others may reject unknown hosts.
    ...(own !== null && forwardedHeaders(request, publicUrl)),
  }
  let answer = await connections.ask({
    method: request.method,
    path: isDashboard ? connections.pathOf(target) : `${connections.basePath}${target}`,
    headers,
    body,
    signal,
    account: headers.authorization ?? request.ip,
    isList: isDashboard && request.method === 'GET' && headers.authorization !== undefined,
    mostBytes: isDashboard ? MAX_BYTES : MAX_BYTES_FOR_SCRIPT,
    isUnpacked: isDashboard,
  })
  if (answer.statusCode === 401) {
    answer = await waitForWhole(answer)
    await authentication.checkAfterRefusal(request, reply)
  }
  // Until then, the caller can still get an error.
  await waitForFirstPart(answer.body)
  if (isDashboard) {
    answerForDashboard(answer, `${connections.origin}${connections.basePath}${path}`)
  }
  return answer
}

/** The methods that an endpoint of the interface may have. */
const PASSED_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** Also TRACE, which would send the caller's headers back. Node handles CONNECT separately. */
const UNPASSED_METHODS = METHODS.filter(
  method => !PASSED_METHODS.includes(method) && method !== 'CONNECT',
)

async function refuseMethod({ method }: FastifyRequest): Promise<never> {
  throw detailError(405, `Method "${method}" not allowed.`, { allow: PASSED_METHODS.join(', ') })
}

/** @throws HttpError 400 for a target that must not be passed on */
function targetOf({ url }: FastifyRequest, prefix: string): string {
  const target = serviceTarget(url)
  const [path = ''] = target?.split('?', 1) ?? []
  if (target !== null && (path === prefix || path.startsWith(`${prefix}/`))) return target
  throw detailError(400, 'The address of the request is not valid.')
}

/**
 * Reads an error completely, so that it holds no connection during the next request to the service.
 */
async function waitForWhole(answer: UpstreamReply): Promise<UpstreamReply> {
  const { bytes, isWhole } = await beginningOf(answer.body, MAX_BYTES_OF_REFUSAL)
  if (!isWhole) throw new BadAnswer('gave an error that is too long')
  return { ...answer, body: Readable.from(bytes) }
}

const MAX_BYTES_OF_REFUSAL = 64 * 1024

/** Resolves when the first part of an answer has arrived, or all of an empty answer. */
async function waitForFirstPart(body: Readable): Promise<void> {
  if (body.readableEnded) return
  const done = new AbortController()
  const { signal } = done
  await Promise.race([once(body, 'readable', { signal }), once(body, 'end', { signal })])
  done.abort()
}

function send(request: FastifyRequest, reply: FastifyReply, body: Readable) {
  // If the answer came before the end of the request, Node would parse the rest as a new request.
  if (!request.raw.complete) reply.header('connection', 'close')
  return reply.send(body.readableEnded ? undefined : body)
}

/**
 * The headers of an answer to a script with its own token: only headers about the answer. A browser, or a
 * proxy in front of Redial, would apply others to our own origin, such as `X-Accel-Redirect`.
 */
function headersForScript(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...pickHeaders(headers, FOR_SCRIPTS), ...asData(headers), ...retryHeader(headers) }
}

/**
 * The headers of an answer to the dashboard: those about the data itself, without the service's
 * caching. The browser's requests look the same whoever is signed in, so a cache could show one
 * person's list to the next. An authentication scheme other than Token would make the browser ask
 * for a password.
 */
export function headersForDashboard(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return {
    ...pickHeaders(headers, FOR_DASHBOARD),
    ...(headers['www-authenticate'] !== undefined && { 'www-authenticate': 'Token' }),
    ...asData(headers),
    ...retryHeader(headers),
  }
}

/**
 * No browser may show an answer as a page of our own origin, where its forms and links would look
 * like ours. Browsers show JSON as text and save anything else; a sandbox contains what they show
 * anyway.
 */
function asData(headers: IncomingHttpHeaders): Record<string, string> {
  const type = String(headers['content-type'] ?? '')
  if (JSON_TYPE.test(type)) return { 'content-type': 'application/json' }
  return { 'content-disposition': 'attachment', 'content-security-policy': SANDBOX }
}

function retryHeader(headers: IncomingHttpHeaders): Record<string, string> {
  return retryAfter(secondsToWait(headers))
}

function pickHeaders(headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders {
  const ofConnection = new Set(hopByHop(headers))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => names.includes(name) && !ofConnection.has(name)),
  )
}

/**
 * The target of a request to the service: path and query. The path is normalised (RFC 3986, 6.2.2),
 * and the query is as the caller sent it.
 *
 * Servers, proxies and frameworks disagree about paths: Tomcat drops what follows a semicolon, others
 * decode a slash or decode twice. A path that one of them may read differently gets no request.
 *
 * @returns null for a target that must not be passed on
 */
function serviceTarget(target: string): string | null {
  if (!TARGET.test(target)) return null
  const [path = ''] = target.split('?', 1)
  const query = target.slice(path.length)
  if (/%00/.test(query)) return null
  const plain = plainPath(path)
  return plain === null || !isUnambiguous(plain) ? null : plain + query
}

function plainPath(path: string): string | null {
  try {
    const plain = path.replace(ESCAPES, run => escaped(decodeURIComponent(run)))
    // A percent sign that begins no escape is kept, and invalid UTF-8 is refused.
    decodeURIComponent(plain)
    return plain
  } catch {
    return null
  }
}

/** encodeURIComponent leaves some characters unescaped that RFC 3986 reserves. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * Also checked in Unicode's compatibility form, because some servers treat a full-width dot as a dot.
 */
function isUnambiguous(path: string): boolean {
  const [, ...segments] = path.split('/')
  return segments.every((segment, at) => {
    if (segment === '') return at === segments.length - 1
    const text = decodeURIComponent(segment).normalize('NFKC')
    return !DOTS.test(text) && !AMBIGUOUS.test(text)
  })
}
