import cookies from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { detailError } from '../http/http-error.ts'
import { parseJsonBodies } from '../http/json-bodies.ts'
import { ActivityLog, actorOf } from './activity/activity-log.ts'
import { activityRoutes } from './activity/activity-routes.ts'
import { blockNoteRoutes } from './blocklist/block-note-routes.ts'
import { recordBlocklistChanges } from './blocklist/blocklist-changes.ts'
import { protectedNumberRoutes } from './blocklist/protected-number-routes.ts'
import { answerReader } from './dashboard/answer-reader.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { dayCountRoutes } from './day-counts/day-count-routes.ts'
import { companyRoutes } from './events/company-routes.ts'
import { eventRoutes } from './events/event-routes.ts'
import { eventStateRoutes } from './events/event-state-routes.ts'
import { fullEventRoutes } from './events/page/full-event-routes.ts'
import { pageRoutes } from './events/page/page-routes.ts'
import { EventReader } from './events/reading/event-reader.ts'
import { eventReadingRoutes } from './events/reading-routes.ts'
import { FieldRepository } from './fields/field-repository.ts'
import { fieldRoutes } from './fields/field-routes.ts'
import { followUpRoutes } from './follow-ups/follow-up-routes.ts'
import { followUps, followUpsVersion, groupsListedBy } from './follow-ups/follow-ups.ts'
import type { GatewayDependencies, GatewayParts } from './gateway-dependencies.ts'
import { linkRoutes } from './notices/notice-links.ts'
import { noticeRoutes } from './notices/notice-routes.ts'
import { startNotices } from './notices/notices.ts'
import { Outbox } from './notices/outbox.ts'
import { forgetPeople } from './notices/recipients.ts'
import { Watches } from './notices/watches.ts'
import { passThrough } from './pass-through/pass-through.ts'
import { receiverRoutes } from './receivers/receiver-routes.ts'
import { replayChangeRoutes, replayRoutes } from './replays/replay-routes.ts'
import { orderRoutes, replayViewRoutes } from './replays/replay-view-routes.ts'
import { pauseRuns } from './replays/runs/change-run.ts'
import { startSending } from './replays/runs/item-releaser.ts'
import { forgetTokens, startLaterReplays } from './replays/runs/later-failures.ts'
import { RunReader } from './replays/runs/run-reader.ts'
import { TOKEN_REFUSED } from './replays/store/standing-orders.ts'
import { savedViewRoutes } from './saved-views/saved-view-routes.ts'
import { SavedViewRepository } from './saved-views/saved-views.ts'
import { createServer } from './server.ts'
import { Authentication } from './session/authentication.ts'
import type { Caller } from './session/caller.ts'
import { ProvenLists } from './session/proven-lists.ts'
import { type AskService, proveAuthorization } from './session/proven-tokens.ts'
import { SessionCookie } from './session/session-cookie.ts'
import { Sessions } from './session/sessions.ts'
import { openSessionRoutes } from './sign-in/open-session-routes.ts'
import { readSession, sessionRoutes } from './sign-in/session-routes.ts'
import { createUpstream, type Upstream } from './upstream/upstream.ts'
import { connectUpstream } from './upstream/upstream-connections.ts'

/** For requests to our own routes without another limit. */
const SMALL_BODY = 16 * 1024

/**
 * The gateway: keeps the token safe, passes requests on, replays deliveries, serves the dashboard.
 */
export async function buildGateway(dependencies: GatewayDependencies): Promise<FastifyInstance> {
  const { db, logger, own, publicUrl, timings } = dependencies
  const { upstreamUrl, upstreamName: service, fieldFile: file } = dependencies
  const activity = new ActivityLog({ db, logger, formerAccountOf: own?.formerAccountOf })
  const isForeign = own === null
  const fields = new FieldRepository({ ...dependencies, activity, service, isForeign, file })
  await fields.refreshToDate()
  const connections = connectUpstream(upstreamUrl, timings.upstreamTimeoutMs, fields)
  const upstream = createUpstream(connections, service, own?.readerKey)
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const app = await createServer(dependencies, isHttps)
  app.addHook('onClose', () => connections.close())
  const replays = await startReplays(app, { ...dependencies, fields }, upstream)
  const copies = startEventReader(app, { ...dependencies, ...replays, upstream, activity })
  const notices = startNotifier(app, { ...dependencies, ...copies, upstream })
  const parts = { ...dependencies, ...replays, ...copies, ...notices, upstream, activity }
  const session = await authenticateCallers(app, parts, isHttps)

  await own?.serveReference(app)
  await app.register(sessionRoutes, { ...parts, ...session })
  // Routes that are registered before the request decorators would not have them.
  await app.register(linkRoutes, parts)
  await app.register(callerRoutes, { ...parts, ...session })
  const { authentication, cookie } = session
  const asking = { connections, publicUrl, authentication, own }
  await app.register(pageRoutes, { ...parts, ...asking })
  if (dependencies.routes) await app.register(dependencies.routes)
  await passThrough(app, { ...asking, recordChange: recordBlocklistChanges(activity, db) })
  refuseUnknownPaths(app)
  await dashboard(app, {
    folder: dependencies.dashboardFolder,
    isHttps,
    readSession: async request =>
      cookie.isSent(request) ? readSession(request, { ...parts, ...session }) : null,
    readAnswers: answerReader(parts),
    maxWaitMs: timings.answersInDocumentMs,
  })
  return app
}

type Session = Awaited<ReturnType<typeof authenticateCallers>>

/** Starts what reads, sends and maintains replay runs until the app closes. */
async function startReplays(
  app: FastifyInstance,
  dependencies: GatewayDependencies & Pick<GatewayParts, 'fields'>,
  upstream: Upstream,
) {
  const { workerDb: leaseDb, longDb: db, fields, timings } = dependencies
  const tools = await startSending(app, dependencies)
  const { leaseMs, leaseRenewalMs: everyMs } = timings
  const reader = new RunReader({ ...dependencies, db, leaseDb, upstream, tools, leaseMs, everyMs })
  app.addHook('onClose', () => reader.stop())
  return { tools, fields, reader }
}

/** Reads the lists that people look at until the app closes. */
function startEventReader(
  app: FastifyInstance,
  parts: GatewayDependencies & Pick<GatewayParts, 'fields' | 'upstream' | 'activity'>,
) {
  const provenLists = new ProvenLists(parts.upstream, parts.clock)
  const eventReader = new EventReader({ ...parts, provenLists })
  app.addHook('onClose', () => eventReader.stop())
  return { provenLists, eventReader }
}

/** Watches the accounts whose people want that, and sends messages, until the app closes. */
function startNotifier(
  app: FastifyInstance,
  parts: GatewayDependencies & Pick<GatewayParts, 'eventReader' | 'upstream'>,
) {
  const { longDb: db, upstream, seals, timings, notices } = parts
  const { today = () => new Date() } = notices
  const { name: service } = upstream
  const watches = new Watches(db, seals, service)
  const outbox = new Outbox({ ...parts, db, service, mail: notices.mail })
  const stop = startNotices({
    ...parts,
    ...{ db, watches, outbox, today },
    everyMs: notices.everyMs,
    pollMs: timings.noticePollMs,
    eventFinalAfterMs: timings.eventFinalAfterMs,
  })
  app.addHook('onClose', stop)
  return { watches, outbox, today, hasEmail: notices.mail !== null }
}

/** Adds the session cookie and what proves tokens. If the service refuses one, its runs are paused. */
async function authenticateCallers(app: FastifyInstance, parts: GatewayParts, isHttps: boolean) {
  const { db, keys, own, upstream, activity, tools } = parts
  const { name: service } = upstream
  const savedViews = new SavedViewRepository(db, parts.timeZone)
  const sessions = new Sessions(db, parts.seals, keys, service)
  await app.register(cookies)
  const cookie = new SessionCookie(sessions, isHttps)
  const authentication = new Authentication({
    ...parts,
    cookie,
    sessions,
    ask: own?.accountOf ?? askAnotherService(parts),
    async onTokenRefused(request, { tokenKey, account, name }, count) {
      await pauseRuns(db, tools, { service, tokenKey })
      await forgetTokens(db, { service, account, tokenKey }, TOKEN_REFUSED)
      tools.wake()
      await parts.watches.refuse({ service, account, tokenKey }, parts.today())
      // At a foreign service, the token is the account: nothing follows but that the watch has ended.
      if (own !== null) await forgetPeople(db, { service, account, tokenKey })
      const entry = { kind: 'sessions_ended', details: { count } } as const
      await activity.add(actorOf(request, { service, account, who: name }), entry)
    },
  })
  return { savedViews, sessions, cookie, authentication }
}

/** The gateway's own routes that need a caller. */
const callerRoutes: FastifyPluginAsync<GatewayParts & Session> = async (app, parts) => {
  const { db, timeZone, authentication } = parts
  app.addHook('onRequest', authentication.requireCaller)
  parseJsonBodies(app)
  await app.register(rateLimit, { global: false })
  // Parsing 2 MiB of nested JSON would block all other requests.
  app.addHook('onRoute', route => {
    route.bodyLimit ??= SMALL_BODY
  })
  const later = startLaterReplays({
    ...parts,
    service: parts.upstream.name,
    everyMs: parts.timings.leaseRenewalMs,
  })
  app.addHook('onClose', () => later.stop())
  await app.register(openSessionRoutes, parts)
  await app.register(activityRoutes, parts)
  await app.register(blockNoteRoutes, parts)
  await app.register(protectedNumberRoutes, parts)
  await app.register(replayRoutes, parts)
  await app.register(orderRoutes, parts)
  await app.register(replayChangeRoutes, parts)
  await app.register(replayViewRoutes, parts)
  await app.register(eventStateRoutes, parts)
  const followUpsOf = async (caller: Caller) => {
    const copies = await parts.eventReader.copies(caller)
    return followUps(db, caller, { copies, timeZone })
  }
  await app.register(eventRoutes, {
    ...parts,
    groupsWith: async (caller, by, filter) =>
      filter === undefined || by === 'cause'
        ? null
        : groupsListedBy(filter, await followUpsOf(caller), caller),
  })
  await app.register(eventReadingRoutes, {
    ...parts,
    followUpsVersion: caller => followUpsVersion(db, caller),
  })
  await app.register(companyRoutes, parts)
  await app.register(fullEventRoutes, parts)
  await app.register(dayCountRoutes, parts)
  await app.register(receiverRoutes, parts)
  await app.register(followUpRoutes, { ...parts, followUpsOf })
  await app.register(fieldRoutes, parts)
  await app.register(savedViewRoutes, { views: parts.savedViews })
  await app.register(noticeRoutes, parts)
}

/** Refuses unknown paths before their body is read. */
function refuseUnknownPaths(app: FastifyInstance): void {
  app.addHook('onRequest', async request => {
    const { method } = request
    if (request.is404 && method !== 'GET' && method !== 'HEAD') throw detailError(404, 'Not found.')
  })
}

/** For a service that doesn't report its accounts, each token is an account (docs/decisions/0038). */
function askAnotherService({ upstream, keys, provenLists }: GatewayParts): AskService {
  return async authorization => {
    const account = keys.keyOf(authorization)
    const mayReadCalls = await proveAuthorization(upstream, authorization)
    if (mayReadCalls) provenLists.noteAccepted(account, 'call_events_fail')
    return account
  }
}
