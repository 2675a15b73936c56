import { serializerCompiler } from '@fastify/type-provider-zod'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { REAL_CLOCK } from '../config/timings.ts'
import { answerError } from '../http/answer-error.ts'
import { BODY_LIMIT } from '../http/body-limit.ts'
import { closeUnusedConnections } from '../http/connections/close-unused-connections.ts'
import { limitRequests } from '../http/connections/limit-requests.ts'
import { earlyAnswers } from '../http/early-answers.ts'
import { detailError } from '../http/http-error.ts'
import { logRequests } from '../http/log-requests.ts'
import { observeRequests } from '../http/observe-requests.ts'
import { packAnswers } from '../http/pack-answers.ts'
import { answerErrorsWithId, REQUEST_IDS } from '../http/request-id.ts'
import { serverOptions } from '../http/server-options.ts'
import { shedLoad } from '../http/shed-load.ts'
import { createTrust } from '../http/trusted-proxies.ts'
import { validatorCompiler } from '../http/validation/validator-compiler.ts'
import { ActivityLog, actorOf } from './activity/activity-log.ts'
import { activityRoutes } from './activity/activity-routes.ts'
import { ActivityViews } from './activity/activity-views.ts'
import { recordBlocklistChanges } from './activity/blocklist-changes.ts'
import { exportReportRoute } from './activity/export-report-route.ts'
import { cspReportRoutes } from './csp-reports/csp-report-routes.ts'
import { answerReader } from './dashboard/answer-reader.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { dayCountRoutes } from './day-counts/day-count-routes.ts'
import { FieldRepository } from './fields/field-repository.ts'
import { fieldRoutes } from './fields/field-routes.ts'
import type { GatewayDependencies } from './gateway-dependencies.ts'
import { parseJsonBodies } from './json-bodies.ts'
import { passThrough } from './pass-through/pass-through.ts'
import { ReceiverRepository } from './receivers/receiver-repository.ts'
import { receiverRoutes } from './receivers/receiver-routes.ts'
import { receiverTestRoutes } from './receivers/receiver-test-routes.ts'
import { eventStateRoutes } from './replays/event-state-routes.ts'
import { replayRoutes } from './replays/replay-routes.ts'
import { replayViewRoutes } from './replays/replay-view-routes.ts'
import { ReplayViews } from './replays/replay-views.ts'
import { pauseRuns } from './replays/runs/pause-runs.ts'
import { RunReader } from './replays/runs/run-reader.ts'
import { startRunMaintenance } from './replays/runs/start-run-maintenance.ts'
import { TaskRunner } from './replays/runs/task-runner.ts'
import { startReplayQueue } from './replays/sending/replay-queue.ts'
import { ReplayRepository } from './replays/store/replay-repository.ts'
import { earlySecurityHeaders, securityHeaders } from './security-headers.ts'
import type { AccountKeys } from './session/account-keys.ts'
import { Authentication } from './session/authentication.ts'
import { CALLER, type Caller, HAS_KEY } from './session/caller.ts'
import { FailedTries, FREE_TRIES_OF_OWN_SERVICE } from './session/failed-tries.ts'
import { proveAuthorization } from './session/prove-authorization.ts'
import { type AskService, ProvenTokens } from './session/proven-tokens.ts'
import { SessionCookie, sessionOf } from './session/session-cookie.ts'
import { Sessions } from './session/sessions.ts'
import { readSession } from './sign-in/describe-session.ts'
import { nameRoute } from './sign-in/name-route.ts'
import { openSessionRoutes } from './sign-in/open-session-routes.ts'
import { sessionRoutes } from './sign-in/session-routes.ts'
import { createUpstream, type Upstream } from './upstream/upstream.ts'
import { connectUpstream } from './upstream/upstream-connections.ts'

/** In one transaction, for which others wait about a fifth of a second. */
const MAX_ITEMS_PER_BATCH = 1_000

/** For requests to our own routes without another limit. */
const SMALL_BODY = 16 * 1024

/**
 * The gateway: keeps the token safe, passes requests on, replays deliveries, serves the dashboard.
 */
export async function buildGateway(dependencies: GatewayDependencies): Promise<FastifyInstance> {
  const { db, workerDb, longDb, logger, keys, publicUrl, timeZone, timings } = dependencies
  const connections = connectUpstream(dependencies.upstreamUrl, timings.upstreamTimeoutMs)
  const upstream = createUpstream(connections, dependencies.upstreamName, dependencies.readerKey)
  const trusts = createTrust(dependencies.trustProxy)
  const isHttps = publicUrl?.startsWith('https:') ?? false
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
  app.addHook('onClose', () => connections.close())
  // Answers contain phone numbers and payloads, so no cache may store them unless a route allows it.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  packAnswers(app)

  const queue = await startReplayQueue({
    ...dependencies,
    db: workerDb,
    repository: new ReplayRepository(workerDb),
  })
  app.addHook('onClose', () => queue.stop())
  const { clock = REAL_CLOCK } = dependencies
  const tools = { queue, timeZone, maxItems: dependencies.maxItemsPerBatch ?? MAX_ITEMS_PER_BATCH }
  const tasks = new TaskRunner({ db: longDb, tools, logger })
  const fields = new FieldRepository({
    ...{ db, timeZone, service: upstream.name },
    isForeign: dependencies.accountOf === undefined,
    file: dependencies.fieldFile ?? null,
  })
  const { leaseMs, leaseRenewalMs: everyMs } = timings
  const reader = new RunReader({
    ...{ db: longDb, leaseDb: workerDb, upstream, fields, tools, tasks, logger, clock, leaseMs },
  })
  app.addHook('onClose', () => reader.stop())
  const stopKeeping = startRunMaintenance({ db: longDb, reader, tasks, logger, everyMs })
  app.addHook('onClose', stopKeeping)
  const { formerAccountOf } = dependencies
  const activity = new ActivityLog({ db, logger, formerAccountOf })

  const sessions = new Sessions(db, dependencies.seals, keys, upstream.name)
  const cookie = await SessionCookie.register(app, sessions, isHttps)
  app.decorateRequest(CALLER, null)
  app.decorateRequest(HAS_KEY, false)
  const { accountOf } = dependencies
  const authentication = new Authentication({
    cookie,
    sessions,
    keys,
    proven: new ProvenTokens(accountOf ?? askAnotherService(upstream, keys), clock),
    tries: new FailedTries(clock),
    triesOfOwnService: new FailedTries(clock, FREE_TRIES_OF_OWN_SERVICE),
    service: upstream.name,
    publicUrl,
    asksEachTime: accountOf !== undefined,
    async onTokenRefused(request, { tokenKey, account, name }, count) {
      const { name: service } = upstream
      await pauseRuns(db, tools, { service, tokenKey })
      tasks.wake()
      const entry = { kind: 'sessions_ended', details: { count } } as const
      await activity.add(actorOf(request, { service, account, who: name }), entry)
    },
  })
  const facts = {
    ...{ serviceName: dependencies.serviceName, timeZone, isForeign: fields.isForeign },
    accountKeyOf: (account: string) => keys.browserKeyOf(upstream.name, account),
  }
  await dependencies.describeRoutes?.(app)
  await app.register(sessionRoutes, {
    ...dependencies,
    activity,
    authentication,
    sessions,
    cookie,
    facts,
  })
  // Routes that are registered before the request decorators would not have them.
  await app.register(cspReportRoutes, { countViolation: dependencies.countCspViolation })
  const receivers = new ReceiverRepository(db, timeZone)
  const views = new ReplayViews(db, timeZone, fields)
  await app.register(async protectedRoutes => {
    protectedRoutes.addHook('onRequest', authentication.requireCaller)
    parseJsonBodies(protectedRoutes)
    // Parsing 2 MiB of nested JSON would block all other requests.
    protectedRoutes.addHook('onRoute', route => {
      route.bodyLimit ??= SMALL_BODY
    })
    await protectedRoutes.register(nameRoute, { activity, sessions })
    await protectedRoutes.register(openSessionRoutes, { activity, sessions, cookie, timeZone })
    await protectedRoutes.register(activityRoutes, {
      activity,
      views: new ActivityViews(db, timeZone),
      timeZone,
    })
    await protectedRoutes.register(exportReportRoute, { activity })
    await protectedRoutes.register(replayRoutes, {
      db,
      activity,
      upstream,
      views,
      reader,
      tools,
      tasks,
      fields,
      receiversOf: (owner, trackingNumbers) => receivers.receiversOf(owner, trackingNumbers),
    })
    await protectedRoutes.register(replayViewRoutes, { views })
    await protectedRoutes.register(eventStateRoutes, { db, activity, upstream, fields, timeZone })
    await protectedRoutes.register(dayCountRoutes, { upstream, authentication })
    await protectedRoutes.register(receiverRoutes, {
      db,
      activity,
      timeZone,
      repository: receivers,
      receiverProblem: dependencies.receiverProblem,
    })
    await protectedRoutes.register(fieldRoutes, { fields, activity, upstream, timeZone })
    await protectedRoutes.register(receiverTestRoutes, {
      timeZone,
      testReceiver: dependencies.testReceiver,
    })
  })
  if (dependencies.routes) await app.register(dependencies.routes)
  await passThrough(app, {
    ...dependencies,
    connections,
    authentication,
    recordChange: recordBlocklistChanges(activity),
    forwardHost: dependencies.accountOf !== undefined,
  })
  // Rejects unknown paths before their body is read.
  app.addHook('onRequest', async request => {
    const { method } = request
    if (request.is404 && method !== 'GET' && method !== 'HEAD') throw detailError(404, 'Not found.')
  })
  await dashboard(app, {
    folder: dependencies.dashboardFolder,
    isHttps,
    readSession: async request =>
      cookie.isSent(request) ? readSession(request, cookie, facts) : null,
    readAnswers: answerReader({ upstream, publicUrl, db, timeZone }),
    maxWaitMs: timings.answersInDocumentMs,
  })
  return app
}

/** For a service that doesn't report its accounts, each token is an account (docs/decisions/0018). */
function askAnotherService(upstream: Upstream, keys: AccountKeys): AskService {
  return async authorization => {
    await proveAuthorization(upstream, authorization)
    return keys.keyOf(authorization)
  }
}
