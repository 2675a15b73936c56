import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DASHBOARD_HEADER } from '../../../contract/session.ts'
import { codeOf } from '../../delivery/cause.ts'
import { HttpError } from '../../http/http-error.ts'
import type { RecordChange } from '../activity/blocklist-changes.ts'
import { authorizationOf, ownAuthorization } from '../session/authorization.ts'
import { requireSameOrigin } from '../session/same-origin.ts'
import { answerForDashboard } from './answer-for-dashboard.ts'
import { retryAfter, secondsToWait } from './retry-after.ts'
import type { UpstreamConnections } from './upstream-connections.ts'
import { upstreamError } from './upstream-error.ts'

export type PassThroughOptions = {
  connections: UpstreamConnections
  /** Sees requests that change something, for the activity log. */
  recordChange: RecordChange
  /** The paths that are passed on, such as "/v1". */
  prefixes: string[]
  /** And those that are pages of our own service, with a policy of their own. */
  pagePrefixes: string[]
  /** The origin that browsers use, where it is set; else it's read from each request. */
  publicUrl: string | undefined
  /** Whether the service is told it, for the links that it makes. Others than ours may refuse a host of ours. */
  tellsHost: boolean
}

/**
 * Passes requests to the service as they are: method, path, query, body and status unchanged. What
 * belongs to this hop alone stays here: cookies, hop-by-hop headers, what the browser says of itself.
 * What the dashboard could not read it gets as an error in JSON (docs/decisions/0022).
 */
export async function passThrough(
  app: FastifyInstance,
  { connections, recordChange, prefixes, pagePrefixes, publicUrl, tellsHost }: PassThroughOptions,
): Promise<void> {
  for (const prefix of [...prefixes, ...pagePrefixes]) {
    const hasPages = pagePrefixes.includes(prefix)
    await app.register(httpProxy, {
      upstream: connections.origin,
      prefix,
      rewritePrefix: `${connections.basePath}${prefix}`,
      preHandler: (request, _reply, done) => {
        // Of a request that nothing vouches for, the service says 401 itself.
        if (authorizationOf(request) !== null) requireSameOrigin(request, publicUrl)
        done()
      },
      // Where a redirect leads is told by its path here, without the base URL's own.
      replyOptions: { rewriteHeaders: headers => headersForCaller(headers, hasPages) },
      // Its own way of sending trusts any certificate, and goes on when the caller has gone.
      handler: async (request, reply, path, { rewriteHeaders }) => {
        const query = request.url.slice(request.url.split('?', 1)[0]?.length)
        const headers = {
          ...headersForService(request, new URL(connections.origin).host),
          ...(tellsHost && hostOfCaller(request, publicUrl)),
        }
        const isDashboard = ownAuthorization(request) === undefined && !hasPages
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        try {
          const pathOfService = path.slice(connections.basePath.length)
          const answer = await recordChange(request, pathOfService, async body => {
            const answer = await connections.ask({
              method: request.method,
              path: path + query,
              headers,
              body,
              signal: gone.signal,
              turnOf: isDashboard && request.method === 'GET' ? headers.authorization : undefined,
            })
            // Until then, what goes wrong can still be told.
            await begun(answer.body)
            if (isDashboard) answerForDashboard(answer, `${connections.origin}${path}`)
            return answer
          })
          reply
            .code(answer.statusCode)
            .headers(
              isDashboard
                ? headersForDashboard(answer.headers)
                : (rewriteHeaders?.(answer.headers, request) ?? {}),
            )
          return send(request, reply, answer.body)
        } catch (error) {
          if (gone.signal.aborted) return reply.hijack()
          if (error instanceof HttpError) throw error
          const { name, message } = error instanceof Error ? error : new Error(String(error))
          request.log.warn({ name, message, code: codeOf(error) }, 'The service gave no answer')
          throw upstreamError(error)
        }
      },
    })
  }
}

/** Resolves when the first part of an answer is there, or all of it where it is empty. */
async function begun(body: Readable): Promise<void> {
  if (body.readableEnded) return
  const done = new AbortController()
  const { signal } = done
  await Promise.race([once(body, 'readable', { signal }), once(body, 'end', { signal })])
  done.abort()
}

function send(request: FastifyRequest, reply: FastifyReply, body: Readable) {
  // Where the answer came before the whole of the request, the rest of that would be taken for another.
  if (!request.raw.complete) reply.header('connection', 'close')
  return reply.send(body.readableEnded ? undefined : body)
}

/** RFC 9110, 7.6.1, and RFC 9112, 9.6; besides these, whatever `Connection` names. */
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

/** Of a request besides; `expect` was answered by us before the body came. */
const OF_THE_BROWSER = [
  'cookie',
  'expect',
  'forwarded',
  'origin',
  'referer',
  'via',
  DASHBOARD_HEADER,
]

function headersForService(request: FastifyRequest, host: string): IncomingHttpHeaders {
  const dropped = new Set([...hopByHop(request.headers), ...OF_THE_BROWSER])
  // Of a GET, no body is passed on.
  if (request.body === undefined && !CARRIES.includes(request.method)) dropped.add('content-length')
  const kept = Object.entries(request.headers).filter(
    ([name]) => !dropped.has(name) && !/^(sec-|x-forwarded-)/.test(name),
  )
  return {
    ...Object.fromEntries(kept),
    host,
    authorization: authorizationOf(request) ?? undefined,
  }
}

/** The service's `next` and `previous` then name the host that the caller used. */
function hostOfCaller(
  request: FastifyRequest,
  publicUrl: string | undefined,
): Record<string, string> {
  const front = publicUrl === undefined ? undefined : new URL(publicUrl)
  return {
    'x-forwarded-host': front?.host ?? request.host,
    'x-forwarded-proto': front?.protocol.slice(0, -1) ?? request.protocol,
  }
}

const CARRIES = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Cookies and policies are ours alone to set: a page of somebody else's gets no rights on our origin. */
function headersForCaller(headers: IncomingHttpHeaders, hasPages: boolean): IncomingHttpHeaders {
  const dropped = new Set([...hopByHop(headers), ...OURS, ...(hasPages ? [] : [POLICY])])
  const kept = Object.entries(headers).filter(([name]) => !dropped.has(name))
  return { ...Object.fromEntries(kept), ...retryAfter(secondsToWait(headers)) }
}

/** What is about the data itself; anything else a browser might take for our origin's own word. */
const OF_THE_DATA = [
  'allow',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'date',
]

/**
 * Without the service's caching too: the browser's requests look the same whoever is signed in, so
 * that it would show one person's list to the next. And of any scheme but this one it would ask the
 * person for a password itself.
 */
function headersForDashboard(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => OF_THE_DATA.includes(name))
  return {
    ...Object.fromEntries(kept),
    ...(headers['www-authenticate'] !== undefined && { 'www-authenticate': 'Token' }),
    ...retryAfter(secondsToWait(headers)),
  }
}

/** What a browser would take for our origin's own word; and the wait, which is passed on in seconds. */
const OURS = [
  'set-cookie',
  'refresh',
  'clear-site-data',
  'strict-transport-security',
  'alt-svc',
  'access-control-allow-credentials',
  'retry-after',
]

const POLICY = 'content-security-policy'

/** Of an answer it is a list where the header stands there twice, whatever the type says. */
function hopByHop({ connection }: Record<string, string | string[] | undefined>): string[] {
  const named = [connection ?? '']
    .flat()
    .flatMap(names => names.split(','))
    .map(name => name.trim().toLowerCase())
  // A script that names its own Authorization there would only lose it.
  return [...HOP_BY_HOP, ...named.filter(name => name !== 'authorization')]
}
