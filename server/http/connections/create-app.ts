import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { serializerCompiler } from '@fastify/type-provider-zod'
import fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
} from 'fastify'
import { answerError } from '../answer-error.ts'
import { earlyAnswers } from '../early-answers.ts'
import { type ObserveRequest, observeRequests } from '../observe-requests.ts'
import type { validatorCompiler } from '../validation-body.ts'

/**
 * How long an idle connection is kept. Longer than load balancers keep theirs (a minute for most of
 * them), so that none sends a request on a connection that is just being closed.
 */
const KEEP_ALIVE_MS = 75_000

/** How often Node looks for requests that take too long; they may take that much longer. */
const CHECK_EVERY_MS = 1_000

/** Otherwise Fastify loads its compilers for JSON Schema, although the apps set those for zod. */
const COMPILERS = { buildValidator: noCompiler, buildSerializer: noCompiler }

function noCompiler(): never {
  throw new Error('A route has a schema, but the app has no compiler for it.')
}

type AppSettings = Pick<
  FastifyHttpOptions<Server>,
  'bodyLimit' | 'trustProxy' | 'requestIdHeader' | 'routerOptions'
> & {
  logger: FastifyBaseLogger | false
  /** The headers of answers that are made before any hook runs. */
  headers?: Record<string, string>
  /** From the first byte of a request to its last, headers included. */
  requestTimeoutMs: number
  validator: typeof validatorCompiler
  observeRequest: ObserveRequest | undefined
}

/**
 * A Fastify app without routes, whose clients cannot hold a connection by sending slowly: headers and
 * body have to arrive in time, otherwise the answer is a 408. All errors have the Detail shape.
 */
export function createApp(settings: AppSettings): FastifyInstance {
  const { logger, headers, requestTimeoutMs, validator, observeRequest, ...options } = settings
  const { refuseExpectation, ...handlers } = earlyAnswers({ logger, headers })
  const app = fastify({
    ...options,
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    // No other process gives the same.
    genReqId: () => randomUUID(),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, requestTimeoutMs),
      // Node would answer without a body. refuseUnknownHosts checks hosts.
      requireHostHeader: false,
    },
    schemaController: { compilersFactory: COMPILERS },
    ...handlers,
  })
  app.setValidatorCompiler(validator)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  observeRequests(app, observeRequest)
  app.server.on('checkExpectation', refuseExpectation)
  return app
}
