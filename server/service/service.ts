import rateLimit from '@fastify/rate-limit'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import { REQUEST_ID_HEADER } from '../../contract/errors.ts'
import { MAX_PAGE_SIZE } from '../../contract/pages/page.ts'
import { formatSeconds } from '../../contract/text/count.ts'
import type { Schema } from '../database/schema.ts'
import { readerCheck } from '../http/bearer-key.ts'
import { answerInOrder } from '../http/connections/answer-in-order.ts'
import { limitConnections } from '../http/connections/connection-limits.ts'
import { createApp } from '../http/connections/create-app.ts'
import { describeRoutes } from '../http/described.ts'
import { detailError } from '../http/http-error.ts'
import { parseJsonBodies } from '../http/json-bodies.ts'
import type { ObserveRequest } from '../http/observe-requests.ts'
import { validatorCompiler } from '../http/validation-body.ts'
import { administrationRoutes } from './administration/administration-routes.ts'
import { answerEverything, requireJsonAccepted } from './answers/endpoints.ts'
import {
  ACCOUNT,
  accountOf,
  authenticate,
  requireBlocklistPermission,
} from './authentication/account.ts'
import { blocklistRoutes } from './blocklist/blocklist-routes.ts'
import { reportRoutes } from './call-reports/report-routes.ts'
import { callStatusRoutes } from './call-status/call-status-routes.ts'
import { directoryRoutes } from './directory/directory-routes.ts'
import { failedEventsRoutes } from './failed-events/failed-events-routes.ts'
import { MAX_PAGE_SIZE_OF_APP } from './pagination/paginate.ts'
import { receiverHealthRoutes } from './receiver-health/receiver-health-routes.ts'
import { documentRoutes } from './reference/reference.ts'
import {
  requireTelephonyKey,
  TELEPHONY_KEY_SCHEME,
  type TelephonyContext,
  type TelephonyDependencies,
} from './telephony/telephony-context.ts'
import { telephonyRoutes } from './telephony/telephony-routes.ts'

/**
 * The telephony port, /telephony/v1/ (docs/decisions/0014): for the telephone switch, and for the
 * operator who administers partners and what belongs to them (docs/decisions/0014).
 */
const telephonyPort: FastifyPluginAsync<TelephonyContext> = async (app, context) => {
  app.addHook('onRequest', requireJsonAccepted)
  app.addHook('onRequest', requireTelephonyKey(context.telephony))
  describeRoutes(app, 'Telephony', [{ [TELEPHONY_KEY_SCHEME]: [] }])
  await app.register(telephonyRoutes, context)
  await app.register(reportRoutes, context)
  await app.register(callStatusRoutes, context)
  await app.register(administrationRoutes, context)
}

export type ServiceDependencies = {
  db: Kysely<Schema>
  /** IANA name of the zone in which days begin. */
  timeZone: string
  logger: FastifyBaseLogger | false
  clock?: () => Date
  /** The limit of each token in one server process. Only tests pass their own. */
  requestsPerMinute?: number
  maxPageSize?: number
  observeRequest?: ObserveRequest
  /** The header value of this process's gateway when it reads events for replays. */
  readerKey?: string
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
  const app = createApp({
    ...{ logger, requestTimeoutMs: REQUEST_TIMEOUT_MS },
    validator: validatorCompiler,
    observeRequest: dependencies.observeRequest,
    bodyLimit: BODY_LIMIT,
    // The gateway sends the host that the browser used in X-Forwarded-*; links contain it.
    trustProxy: 'loopback',
    // The gateway's lines and ours then have the same id.
    requestIdHeader: REQUEST_ID_HEADER,
    routerOptions: { querystringParser: parseQuery },
  })
  answerInOrder(app, { unreadAnswerMs: UNREAD_ANSWER_MS })
  // Only its own gateway, for all people together, and programs on this machine reach it.
  limitConnections(app, () => true)
  app.decorateRequest(ACCOUNT, null)
  app.decorate(MAX_PAGE_SIZE_OF_APP, dependencies.maxPageSize ?? MAX_PAGE_SIZE)
  parseJsonBodies(app, undefined, 'ignore')
  answerEverything(app)
  // Before the routes that it describes.
  await documentRoutes(app)

  const isReader = readerCheck(dependencies.readerKey)
  const context = { db, timeZone, clock, isReader }
  await app.register(rateLimit, {
    global: false,
    max: dependencies.requestsPerMinute ?? 600,
    timeWindow: 60_000,
    allowList: isReader,
    keyGenerator: request => String(accountOf(request).tokenId),
    errorResponseBuilder: (_request, { ttl }) => {
      const wait = formatSeconds(Math.ceil(ttl / 1000))
      return detailError(429, `Request was throttled. Expected available in ${wait}.`)
    },
  })
  const limitRate = app.rateLimit()
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
      await open.register(receiverHealthRoutes, context)
    })
  })
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
