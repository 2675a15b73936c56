import { serializerCompiler } from '@fastify/type-provider-zod'
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Kysely } from 'kysely'
import { MAX_PAGE_SIZE } from '../../contract/pages/page.ts'
import { REQUEST_ID_HEADER } from '../../contract/request-id.ts'
import type { Schema } from '../database/schema.ts'
import { answerError } from '../http/answer-error.ts'
import { answerInTurn } from '../http/answer-in-turn.ts'
import { closeUnusedConnections } from '../http/connections/close-unused-connections.ts'
import { earlyAnswers } from '../http/early-answers.ts'
import { logRequests } from '../http/log-requests.ts'
import { type ObserveRequest, observeRequests } from '../http/observe-requests.ts'
import { readerCheck } from '../http/reader-key.ts'
import { REQUEST_IDS } from '../http/request-id.ts'
import { serverOptions } from '../http/server-options.ts'
import { validatorCompiler } from '../http/validation/validator-compiler.ts'
import { announceAllowedMethods } from './answers/allowed-methods.ts'
import { answerUnknownPaths } from './answers/answer-unknown-paths.ts'
import { parseJsonBodies } from './answers/parse-json-bodies.ts'
import { requireJsonAccepted } from './answers/require-json-accepted.ts'
import { ACCOUNT, requireBlocklistPermission } from './authentication/account.ts'
import { authenticate } from './authentication/authenticate.ts'
import { REQUESTS_PER_MINUTE, throttle } from './authentication/throttle.ts'
import { blocklistRoutes } from './blocklist/blocklist-routes.ts'
import { directoryRoutes } from './directory/directory-routes.ts'
import { failedEventsRoutes } from './failed-events/failed-events-routes.ts'
import { ownDayCountRoutes } from './failed-events/own-day-count-routes.ts'
import { MAX_PAGE_SIZE_OF_APP } from './pagination/paginate.ts'
import { Reference } from './reference/reference.ts'
import type { TelephonyDependencies } from './telephony/telephony-context.ts'
import { telephonyPort } from './telephony-port.ts'

export type ServiceDependencies = {
  db: Kysely<Schema>
  /** IANA name of the zone in which days begin. */
  timeZone: string
  logger: FastifyServerOptions['loggerInstance'] | false
  clock?: () => Date
  /** For each token, in one server process. */
  requestsPerMinute?: number
  /** How many items a page has at most. Default: what the interface allows. */
  maxPageSize?: number
  /** For metrics. */
  observeRequest?: ObserveRequest
  /** The header value of this process's gateway when it reads events for replays. */
  readerKey?: string
  /** How long the sending of a body that is too large may take. Only tests pass their own. */
  readOnMs?: number
  /** The OpenAPI document, which may also describe the gateway. Default: it describes only the service. */
  reference?: Reference
  /** The telephone switch's port; without it there is none. */
  telephony?: TelephonyDependencies
}

/** Room for a request with more than 10,000 numbers, so that its answer can say what is wrong. */
const BODY_LIMIT = 4 * 1024 * 1024

/** Both are longer than the gateway's limits, so that the gateway answers itself. */
const REQUEST_TIMEOUT_MS = 15_000
const UNREAD_ANSWER_MS = 45_000

/** The call-tracking service of docs/interface.md, not listening yet. */
export async function buildService(dependencies: ServiceDependencies): Promise<FastifyInstance> {
  const { db, timeZone, logger, clock = () => new Date(), telephony } = dependencies
  const { reference = new Reference() } = dependencies
  const early = earlyAnswers({ logger: logger || undefined })
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // The gateway sends the host that the browser used in X-Forwarded-*; links contain it.
    trustProxy: 'loopback',
    // The gateway's lines and ours then have the same id.
    requestIdHeader: REQUEST_ID_HEADER,
    ...REQUEST_IDS,
    routerOptions: { querystringParser: parseQuery },
    ...serverOptions({ requestTimeoutMs: REQUEST_TIMEOUT_MS }, early),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  closeUnusedConnections(app)
  early.refuseExpectations(app)
  answerInTurn(app, { unreadAnswerMs: UNREAD_ANSWER_MS })
  app.decorateRequest(ACCOUNT, null)
  app.decorate(MAX_PAGE_SIZE_OF_APP, dependencies.maxPageSize ?? MAX_PAGE_SIZE)
  logRequests(app)
  observeRequests(app, dependencies.observeRequest)
  parseJsonBodies(app, dependencies.readOnMs)
  announceAllowedMethods(app)
  answerUnknownPaths(app)
  // Before the routes that it describes.
  await reference.describe(app)
  await reference.serve(app)

  const isReader = readerCheck(dependencies.readerKey)
  const context = { db, timeZone, clock, isReader }
  const { requestsPerMinute = REQUESTS_PER_MINUTE } = dependencies
  const limitRate = await throttle(app, requestsPerMinute, isReader)
  // The checks run in this order: 406, 401, 403, 429, and last 405 (docs/wire-format.md).
  await app.register(async endpoints => {
    endpoints.addHook('onRequest', requireJsonAccepted)
    endpoints.addHook('onRequest', authenticate(db))
    await endpoints.register(async permitted => {
      permitted.addHook('onRequest', requireBlocklistPermission)
      permitted.addHook('onRequest', limitRate)
      await permitted.register(blocklistRoutes, context)
    })
    await endpoints.register(async open => {
      open.addHook('onRequest', limitRate)
      await open.register(failedEventsRoutes, context)
      await open.register(directoryRoutes, context)
    })
  })
  await app.register(ownDayCountRoutes, context)
  if (telephony) await app.register(telephonyPort, { ...context, telephony })
  return app
}

/**
 * If a parameter is given twice, the last value counts. An empty one counts as missing, except for
 * `page`, where it is an invalid page (docs/wire-format.md, "Pages").
 */
function parseQuery(search: string): Record<string, string> {
  const parameters = Object.fromEntries(new URLSearchParams(search))
  return Object.fromEntries(
    Object.entries(parameters).filter(([name, value]) => value !== '' || name === 'page'),
  )
}
