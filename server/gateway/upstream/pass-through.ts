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
  /** What is passed on, such as "/v1". */
  prefixes: string[]
  /** The origin that browsers use, where it is set; else it's read from each request. */
  publicUrl: string | undefined
}

/**
 * Passes requests to the service as they are: method, path, query, body and status unchanged. What
 * belongs to this hop alone stays here: cookies, hop-by-hop headers, what the browser says of itself.
 */
export async function passThrough(
  app: FastifyInstance,
  { upstreamUrl, prefixes, publicUrl }: PassThroughOptions,
): Promise<void> {
  const base = new URL(upstreamUrl)
  const path = base.pathname.replace(/\/$/, '')
  for (const prefix of prefixes) {
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
        rewriteRequestHeaders: (request, headers) =>
          headersForService(headers, request as FastifyRequest, publicUrl),
        rewriteHeaders: ({ 'set-cookie': _, ...headers }) => headers,
        onError: (reply, { error }) => {
          const { status, body } = upstreamError(error)
          reply.code(status).send(body)
        },
      },
    })
  }
}

const OWN_TO_THIS_HOP = new Set([
  'cookie',
  'keep-alive',
  'origin',
  'proxy-authenticate',
  'proxy-authorization',
  'referer',
  'te',
  'trailer',
  'upgrade',
  'via',
  DASHBOARD_HEADER,
])

function headersForService(
  headers: IncomingHttpHeaders | Record<string, unknown>,
  request: FastifyRequest,
  publicUrl: string | undefined,
): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => !OWN_TO_THIS_HOP.has(name) && !/^(sec-|x-forwarded-)/.test(name),
  )
  const front = publicUrl === undefined ? undefined : new URL(publicUrl)
  return {
    ...Object.fromEntries(kept),
    authorization: authorizationOf(request) ?? undefined,
    // The service's `next` and `previous` then name the host that the caller used.
    'x-forwarded-host': front?.host ?? request.host,
    'x-forwarded-proto': front?.protocol.slice(0, -1) ?? request.protocol,
  } as IncomingHttpHeaders
}
