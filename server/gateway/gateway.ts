import helmet from '@fastify/helmet'
import { serializerCompiler } from '@fastify/type-provider-zod'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  LogController,
} from 'fastify'
import type { Kysely } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { AttemptTimings } from '../attempts/attempt-worker.ts'
import type { Schema } from '../database/schema.ts'
import type { Prober } from '../delivery/probe.ts'
import type { Sender } from '../delivery/sender.ts'
import { answerError } from '../http/answer-error.ts'
import { BODY_LIMIT } from '../http/body-limit.ts'
import { closeUnusedConnections } from '../http/close-unused-connections.ts'
import { limitRequests } from '../http/limit-requests.ts'
import { logRequests } from '../http/log-requests.ts'
import { serverOptions } from '../http/server-options.ts'
import { type TrustProxy, trustOf } from '../http/trusted-proxies.ts'
import { validatorCompiler } from '../http/validation/validator-compiler.ts'
import { type Clock, REAL_CLOCK } from '../timings.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { probeRoutes } from './receivers/probe-routes.ts'
import { ReceiverRepository } from './receivers/receiver-repository.ts'
import { receiverRoutes } from './receivers/receiver-routes.ts'
import { type AccountOf, ownerOf } from './replays/replay-owner.ts'
import { type ReplayHeaders, startReplayQueue } from './replays/replay-queue.ts'
import { ReplayRepository } from './replays/replay-repository.ts'
import { replayRoutes } from './replays/replay-routes.ts'
import { replayViewRoutes } from './replays/replay-view-routes.ts'
import { ReplayViews } from './replays/replay-views.ts'
import { keepRuns } from './replays/run-keeper.ts'
import { RunReader } from './replays/run-reader.ts'
import { changeGuard } from './session/change-guard.ts'
import { sessionCookie } from './session/session-cookie.ts'
import { sessionRoutes } from './session/session-routes.ts'
import type { SignInCodes } from './session/sign-in-codes.ts'
import { passThrough } from './upstream/pass-through.ts'
import { createUpstream } from './upstream/upstream.ts'
import { connectUpstream } from './upstream/upstream-connections.ts'

type GatewayTimings = AttemptTimings & {
  upstreamTimeoutMs: number
  requestTimeoutMs: number
  unreadAnswerMs: number
  leaseMs: number
  leaseRenewalMs: number
}

export type GatewayDependencies = {
  db: Kysely<Schema>
  queue: PgBoss
  sender: Sender
  probe: Prober
  /** Why a URL can't be a receiver's, its name looked up as well; null where it can. */
  receiverProblem: (url: string) => Promise<string | null>
  codes: SignInCodes
  /** Signs replays, where the service is our own; nobody else's tells us its secrets. */
  replayHeaders: ReplayHeaders
  /** Whose token it is, where the service is our own; otherwise an account is one token's. */
  accountOf?: AccountOf
  logger: FastifyBaseLogger
  /** The service's base URL. Only its public interface is used, whoever's it is. */
  upstreamUrl: string
  /** What the service is called in our tables, the same after every start. */
  upstreamName: string
  /** What the service is called on the sign-in page. */
  serviceName: string
  /** The paths that are passed on, such as "/v1". */
  prefixes: string[]
  /** And those that are pages of our own service, with a policy of their own. */
  pagePrefixes: string[]
  publicUrl: string | undefined
  /** Names that Redial has besides that one, localhost and any address. */
  allowedHosts?: string[]
  /** Whose X-Forwarded-* headers are believed. Default: nobody's. */
  trustProxy?: TrustProxy
  secret: string
  timeZone: string
  dashboardFolder: string
  timings: GatewayTimings
  /** What the pauses that the service asks for go by. Only tests have their own. */
  clock?: Clock
  /** Further routes of this process, which the gateway needs to know nothing about. */
  routes?: FastifyPluginAsync
}

/** The gateway: keeps the token safe, passes requests on, replays deliveries, serves the dashboard. */
export async function buildGateway(dependencies: GatewayDependencies): Promise<FastifyInstance> {
  const { db, sender, logger, secret, publicUrl, timeZone, timings } = dependencies
  const connections = connectUpstream(dependencies.upstreamUrl, timings.upstreamTimeoutMs)
  const upstream = createUpstream(connections, dependencies.upstreamName)
  const trusts = trustOf(dependencies.trustProxy)
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: trusts,
    ...serverOptions(timings),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  logRequests(app)
  closeUnusedConnections(app)
  limitRequests(app, {
    hosts: [
      ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
      ...(dependencies.allowedHosts ?? []),
    ],
    trusts,
    unreadAnswerMs: timings.unreadAnswerMs,
  })
  app.addHook('onClose', () => connections.close())
  // Phone numbers and payloads: nothing between us and the page keeps them, unless told otherwise.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  const queue = await startReplayQueue({
    queue: dependencies.queue,
    db,
    repository: new ReplayRepository(db),
    sender,
    replayHeaders: dependencies.replayHeaders,
    logger,
    timings,
  })
  app.addHook('onClose', () => queue.stop())
  const { clock = REAL_CLOCK } = dependencies
  const reader = new RunReader({ db, upstream, queue, logger, clock, leaseMs: timings.leaseMs })
  app.addHook('onClose', () => reader.stop())
  const stopKeeping = keepRuns(db, reader, logger, timings.leaseRenewalMs)
  app.addHook('onClose', stopKeeping)

  await app.register(helmet, {
    // The page has a policy of its own; nothing else that we answer is a document.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  })
  await sessionCookie(app, { secret, secure: publicUrl?.startsWith('https:') ?? false })
  await app.register(sessionRoutes, { ...dependencies, upstream })
  const account = { service: upstream.name, secret, accountOf: dependencies.accountOf }
  const guardChange = changeGuard(upstream, publicUrl)
  const receivers = new ReceiverRepository(db, timeZone)
  const views = new ReplayViews(db, timeZone)
  await app.register(replayRoutes, {
    db,
    upstream,
    views,
    reader,
    queue,
    account,
    publicUrl,
    timeZone,
    receiversOf: (owner, trackingNumbers) => receivers.receiversOf(owner, trackingNumbers),
  })
  await app.register(replayViewRoutes, { views, account })
  await app.register(receiverRoutes, {
    db,
    timeZone,
    repository: receivers,
    ownerOf: request => ownerOf(request, account),
    guardChange,
    receiverProblem: dependencies.receiverProblem,
  })
  await app.register(probeRoutes, {
    timeZone,
    probe: dependencies.probe,
    ownerOf: request => ownerOf(request, account),
    guardChange,
  })
  if (dependencies.routes) await app.register(dependencies.routes)
  await passThrough(app, {
    ...dependencies,
    connections,
    tellsHost: dependencies.accountOf !== undefined,
  })
  await dashboard(app, { folder: dependencies.dashboardFolder })
  return app
}
