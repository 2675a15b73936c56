import type { IncomingHttpHeaders } from 'node:http'
import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DASHBOARD_HEADER } from '../../../contract/session.ts'
import { authorizationOf } from '../session/authorization.ts'
import { requireSameOrigin } from '../session/same-origin.ts'
import { UPSTREAM_TIMEOUT, upstreamError } from './upstream.ts'

export type PassThroughOptions = {
  /** The service's base URL, without a slash at its end. */
  upstreamUrl: string
  /** The paths that are passed on, such as "/v1". */
  prefixes: string[]
  /** And those that are pages of our own service, with a policy of their own. */
  pagePrefixes: string[]
  /** The origin that browsers use, where it is set; else it's read from each request. */
  publicUrl: string | undefined
}

/**
 * Passes requests to the service as they are: method, path, query, body and status unchanged. What
 * belongs to this hop alone stays here: cookies, hop-by-hop headers, what the browser says of itself.
 */
export async function passThrough(
  app: FastifyInstance,
  { upstreamUrl, prefixes, pagePrefixes, publicUrl }: PassThroughOptions,
): Promise<void> {
  const base = new URL(upstreamUrl)
  const path = base.pathname.replace(/\/$/, '')
  for (const prefix of [...prefixes, ...pagePrefixes]) {
    const hasPages = pagePrefixes.includes(prefix)
    await app.register(httpProxy, {
      upstream: base.origin,
      prefix,
      rewritePrefix: `${path}${prefix}`,
      disableRequestLogging: true,
      undici: { headersTimeout: UPSTREAM_TIMEOUT, bodyTimeout: UPSTREAM_TIMEOUT, connections: 128 },
      preHandler: (request, _reply, done) => {
        requireSameOrigin(request, publicUrl)
        done()
      },
      replyOptions: {
        // Only the dashboard knows which of its requests are safe to repeat.
        retryDelay: () => null,
        rewriteRequestHeaders: (request, headers) => headersForService(headers, request, publicUrl),
        rewriteHeaders: headers => headersForCaller(headers, hasPages),
        onError: (reply, { error }) => {
          const { status, body } = upstreamError(error)
          reply.code(status).send(body)
        },
      },
    })
  }
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

function headersForService(
  headers: IncomingHttpHeaders,
  request: Pick<FastifyRequest, 'headers' | 'session' | 'host' | 'protocol'>,
  publicUrl: string | undefined,
): IncomingHttpHeaders {
  const dropped = new Set([...hopByHop(request.headers), ...OF_THE_BROWSER])
  const kept = Object.entries(headers).filter(
    ([name]) => !dropped.has(name) && !/^(sec-|x-forwarded-)/.test(name),
  )
  const front = publicUrl === undefined ? undefined : new URL(publicUrl)
  return {
    ...Object.fromEntries(kept),
    authorization: authorizationOf(request) ?? undefined,
    // The service's `next` and `previous` then name the host that the caller used.
    'x-forwarded-host': front?.host ?? request.host,
    'x-forwarded-proto': front?.protocol.slice(0, -1) ?? request.protocol,
  }
}

/** Cookies and policies are ours alone to set: a page of somebody else's gets no rights on our origin. */
function headersForCaller(headers: IncomingHttpHeaders, hasPages: boolean): IncomingHttpHeaders {
  const dropped = new Set([...hopByHop(headers), 'set-cookie', ...(hasPages ? [] : [POLICY])])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

const POLICY = 'content-security-policy'

function hopByHop({ connection = '' }: IncomingHttpHeaders): string[] {
  const named = connection.split(',').map(name => name.trim().toLowerCase())
  // A script that names its own Authorization there would only lose it.
  return [...HOP_BY_HOP, ...named.filter(name => name !== 'authorization')]
}
