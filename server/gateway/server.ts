import { serializerCompiler } from '@fastify/type-provider-zod'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { answerError } from '../http/answer-error.ts'
import { BODY_LIMIT } from '../http/body-limit.ts'
import { closeUnusedConnections } from '../http/connections/close-unused-connections.ts'
import { limitRequests } from '../http/connections/limit-requests.ts'
import { earlyAnswers } from '../http/early-answers.ts'
import {
  answerErrorsWithId,
  logRequests,
  observeRequests,
  REQUEST_IDS,
} from '../http/observe-requests.ts'
import { packAnswers } from '../http/pack-answers.ts'
import { serverOptions } from '../http/server-options.ts'
import { shedLoad } from '../http/shed-load.ts'
import { createTrust } from '../http/trusted-proxies.ts'
import { validatorCompiler } from '../http/validation/validator-compiler.ts'
import type { GatewayDependencies } from './gateway-dependencies.ts'
import { earlySecurityHeaders, securityHeaders } from './security-headers.ts'
import { CALLER, type Caller, HAS_KEY } from './session/caller.ts'
import { sessionOf } from './session/session-cookie.ts'

/** An HTTP server without routes, with the limits and headers that all answers of the gateway have. */
export async function createServer(
  dependencies: GatewayDependencies,
  isHttps: boolean,
): Promise<FastifyInstance> {
  const { logger, publicUrl, timings } = dependencies
  const trusts = createTrust(dependencies.trustProxy)
  const early = earlyAnswers({ logger, headers: earlySecurityHeaders({ isHttps }) })
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: trusts,
    ...REQUEST_IDS,
    ...serverOptions(timings, early),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  logRequests(app)
  observeRequests(app, dependencies.observeRequest)
  answerErrorsWithId(app)
  closeUnusedConnections(app)
  // Before the limits, whose refusals have these headers, too.
  await securityHeaders(app, { isHttps })
  early.refuseExpectations(app)
  limitRequests(app, {
    hosts: [
      ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
      ...(dependencies.allowedHosts ?? []),
    ],
    trusts,
    unreadAnswerMs: timings.unreadAnswerMs,
    requesterOf: request => ({
      account:
        request.getDecorator<Caller | null>(CALLER)?.tokenKey ?? sessionOf(request)?.tokenKey ?? '',
      hasKey: request.getDecorator<boolean>(HAS_KEY),
    }),
  })
  await shedLoad(app, dependencies.sparedPaths)
  // Answers contain phone numbers and payloads, so no cache may store them unless a route allows it.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  packAnswers(app)
  return app
}
