import type { FastifyInstance } from 'fastify'
import type { Timings } from '../config/timings.ts'
import { BODY_LIMIT, limitBodies } from '../http/body-limit.ts'
import { answerInOrder } from '../http/connections/answer-in-order.ts'
import { limitConnections } from '../http/connections/connection-limits.ts'
import { createApp } from '../http/connections/create-app.ts'
import { limitClients } from '../http/connections/limit-requests.ts'
import { refuseUnknownHosts } from '../http/known-hosts.ts'
import { answerErrorsWithId } from '../http/observe-requests.ts'
import { packAnswers } from '../http/pack-answers.ts'
import { shedLoad } from '../http/shed-load.ts'
import { trustNobody } from '../http/trusted-proxies.ts'
import { briefValidatorCompiler } from '../http/validation-body.ts'
import type { GatewayDependencies } from './gateway-dependencies.ts'
import { CALLER, type Caller, HAS_KEY } from './session/caller.ts'
import { OPEN_SESSION, sessionOf } from './session/session-cookie.ts'

type ServerDependencies = Pick<
  GatewayDependencies,
  'logger' | 'publicUrl' | 'trustProxy' | 'allowedHosts' | 'observeRequest'
> & { timings: Pick<Timings, 'requestTimeoutMs' | 'unreadAnswerMs'> }

/** An HTTP server without routes, with the limits and headers that all answers of the gateway have. */
export async function createServer(
  dependencies: ServerDependencies,
  isHttps: boolean,
): Promise<FastifyInstance> {
  const {
    logger,
    publicUrl,
    timings,
    observeRequest,
    trustProxy: trusts = trustNobody,
  } = dependencies
  const headers = securityHeaders(isHttps)
  const app = createApp({
    ...{ logger, headers, observeRequest, requestTimeoutMs: timings.requestTimeoutMs },
    validator: briefValidatorCompiler,
    bodyLimit: BODY_LIMIT,
    trustProxy: trusts,
  })
  app.decorateRequest(CALLER, null)
  app.decorateRequest(HAS_KEY, false)
  app.decorateRequest(OPEN_SESSION, null)
  answerErrorsWithId(app)
  // Before the limits, whose refusals have these headers, too.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  // No client uses up what others need: connections, requests to the service, memory (docs/decisions/0041).
  answerInOrder(app, timings)
  limitConnections(app, address => trusts(address, 0))
  const ownHost = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  refuseUnknownHosts(app, [...ownHost, ...dependencies.allowedHosts])
  limitBodies(app)
  limitClients(app, request => ({
    account:
      request.getDecorator<Caller | null>(CALLER)?.tokenKey ?? sessionOf(request)?.tokenKey ?? '',
    hasKey: request.getDecorator<boolean>(HAS_KEY),
  }))
  await shedLoad(app)
  // Answers contain phone numbers and payloads, so no cache may store them unless a route allows it.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  packAnswers(app)
  return app
}

/**
 * Features that the dashboard doesn't need. An injected script could ask for them in Redial's name.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS_POLICY = UNUSED_FEATURES.map(feature => `${feature}=()`).join(', ')

const HSTS_S = 365 * 24 * 60 * 60

/**
 * Headers that limit what browsers do with an answer. They are on all answers, including files and errors.
 * Origin-Agent-Cluster is left out: Chromium starts a process for it once the answer is there, which delays the
 * first paint by 20 ms, and the opener and resource policies also keep pages of other hosts away.
 *
 * @param isHttps whether browsers reach us over https (PUBLIC_URL)
 */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    // The page has its own policy; no other answer is a document.
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'no-referrer',
    // It has no meaning over http. Other hosts of the operator's domain are not ours to bind.
    ...(isHttps && { 'strict-transport-security': `max-age=${HSTS_S}` }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}
