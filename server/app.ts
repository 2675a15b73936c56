import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { type Database, openDatabase } from './database/database.ts'
import { startJobQueue } from './database/job-queue.ts'
import { createProber } from './delivery/probe.ts'
import { receiverProblem } from './delivery/receiver-problem.ts'
import { createSender, type Sender } from './delivery/sender.ts'
import { type Demo, startDemo } from './demo/demo.ts'
import { startDemoTraffic } from './demo/demo-traffic.ts'
import { type Env, LOOPBACK } from './env.ts'
import { buildGateway } from './gateway/gateway.ts'
import { SignInLinks } from './gateway/session/sign-in-links.ts'
import { keptKey } from './kept-key.ts'
import { openSecrets, serviceKey } from './open-secrets.ts'
import { AttemptMetrics } from './operations/attempt-metrics.ts'
import { cspViolationCounter } from './operations/csp-violation-counter.ts'
import { loggedError } from './operations/logged-error.ts'
import { measuredSender } from './operations/measured-sender.ts'
import { operationsRoutes } from './operations/operations-routes.ts'
import { Readiness } from './operations/readiness.ts'
import { formerPartnerOf, partnerOf } from './service/authentication/partner-of.ts'
import { openDeliveryQueue } from './service/deliveries/delivery-queue.ts'
import { startDeliveryWorker } from './service/deliveries/delivery-worker.ts'
import { replayHeaders } from './service/deliveries/replay-headers.ts'
import { buildService } from './service/service.ts'
import { requireTelephonyKey } from './service/telephony/require-telephony-key.ts'
import { nameOfService } from './service-name.ts'
import { type Clock, PRODUCTION_TIMINGS, REAL_CLOCK, type Timings, type Wait } from './timings.ts'

export type App = {
  /** Where the dashboard and the interface are to be had, for a browser on this machine. */
  url: string
  /** Signs in to the demo account, once; null where there is none. */
  signInLink: string | null
  /** The demo account's token, for tests and scripts; null where there is none. */
  demoToken: string | null
  warnings: string[]
  database: Database
  /**
   * Finishes what is in flight, and stops.
   *
   * @param isAnnounced whether /readyz says so for a while before requests are no longer taken
   */
  close(isAnnounced?: boolean): Promise<void>
}

export type AppOptions = {
  /** Default: what production uses. */
  timings?: Timings
  /** What the pauses that a service asks for, and the announcement of a stop, go by. */
  clock?: Clock
  /** A PostgreSQL that runs already, in place of the embedded one. */
  databaseUrl?: string
  /** Waited for before the dashboard is served. The database and the demo are made meanwhile. */
  dashboardBuilt?: Promise<unknown>
  /** The built dashboard. */
  dashboardFolder?: string
  /** The demo's receivers on ports that are free, instead of on the usual ones. */
  demoPorts?: 'fixed' | 'free'
  /** How many days before today the demo has failures of. Default: thirty. */
  demoDaysBack?: number
  /** How the demo's calls wait for their time. Default: by the clock. */
  demoWait?: Wait
}

/**
 * Starts all of Redial from its settings: the database, our own service with the demo account where
 * no UPSTREAM_URL is set, and the gateway in front. The tests start the very same.
 *
 * @throws FolderInUse, FolderUnusable, DatabaseUnusable; what the database or the port say when they can't be had
 */
export async function startApp(env: Env, options: AppOptions = {}): Promise<App> {
  const logger: FastifyBaseLogger = pino({
    level: env.LOG_LEVEL,
    serializers: { err: loggedError },
  })
  const { timings = PRODUCTION_TIMINGS, clock = REAL_CLOCK } = options
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const embedded = env.DATABASE_URL === undefined
    const url = options.databaseUrl ?? env.DATABASE_URL
    const location = url === undefined ? { folder: env.DATA_DIR } : { url }
    const database = await openDatabase(location, logger)
    closing.push(() => database.close())
    const readiness = new Readiness(database.db)

    const demo =
      embedded && env.UPSTREAM_URL === undefined
        ? await startDemo({
            db: database.db,
            folder: env.DATA_DIR,
            timeZone: env.TIME_ZONE,
            ports: options.demoPorts ?? 'fixed',
            daysBack: options.demoDaysBack,
          })
        : null
    if (demo !== null) closing.push(() => demo.close())

    const exceptions = [...env.RECEIVER_EXCEPTIONS, ...(demo?.exceptions ?? [])]
    const receiverSettings = {
      exceptions,
      authorities: [...receiverAuthorities(env), ...(demo?.authorities ?? [])],
      deadlineMs: timings.attemptDeadlineMs,
      proxy: env.RECEIVER_PROXY,
    }
    const sender = createSender(receiverSettings)
    closing.push(() => sender.close())
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const metrics = new AttemptMetrics(registry)
    const queue = await startJobQueue(database, logger, timings)
    closing.push(() => queue.stop())

    const readerKey = randomUUID()
    const service =
      env.UPSTREAM_URL === undefined
        ? await startService({
            env,
            database,
            queue,
            sender: measuredSender(sender, 'delivery', metrics),
            exceptions,
            readerKey,
            logger,
            timings,
          })
        : null
    if (service !== null) closing.push(() => service.close())

    await options.dashboardBuilt
    const upstreamName = serviceKey(env)
    const { seals, keys } = await openSecrets(env, database.db)
    const links = new SignInLinks(database.db, seals, upstreamName)
    const gateway = await buildGateway({
      db: database.db,
      queue,
      sender: measuredSender(sender, 'replay', metrics),
      probe: createProber(receiverSettings),
      receiverProblem: url => receiverProblem(url, receiverSettings),
      links,
      seals,
      keys,
      replayHeaders: async events =>
        service === null ? () => null : replayHeaders(database.db, events),
      ...(service !== null && {
        accountOf: (authorization: string) => partnerOf(database.db, authorization),
        formerAccountOf: (authorization: string) => formerPartnerOf(database.db, authorization),
      }),
      logger,
      countCspViolation: cspViolationCounter(registry),
      upstreamUrl: env.UPSTREAM_URL ?? service?.url ?? '',
      upstreamName,
      ...(service !== null && { readerKey }),
      serviceName: serviceName(env, demo),
      prefixes: ['/v1', '/v2'],
      keyPrefixes: new Map(
        service === null ? [] : [['/telephony/v1', requireTelephonyKey(service.telephonyKey)]],
      ),
      pagePrefixes: service === null ? [] : ['/docs', '/openapi.json'],
      publicUrl: env.PUBLIC_URL,
      allowedHosts: [...env.ALLOWED_HOSTS, env.HOST],
      trustProxy: env.TRUST_PROXY,
      timeZone: env.TIME_ZONE,
      activityRetentionDays: env.ACTIVITY_RETENTION,
      timings,
      clock,
      dashboardFolder: options.dashboardFolder ?? join(import.meta.dirname, '../dist'),
      routes: operationsRoutes({
        registry,
        readiness,
        metricsKey: env.METRICS_KEY,
        deliveriesIn: service === null ? null : database.db,
      }),
    })
    // Together: an attempt in flight takes some 11 s at most, be it a delivery's or a replay's.
    closing.push(() => Promise.all([gateway.close(), service?.stopDelivering()]))
    await gateway.listen({ host: env.HOST, port: env.PORT })
    if (demo !== null && service !== null && service.telephonyKey !== null) {
      const traffic = startDemoTraffic({
        url: originOf(gateway, env.HOST),
        telephonyKey: service.telephonyKey,
        timeZone: env.TIME_ZONE,
        logger,
        wait: options.demoWait,
      })
      closing.push(() => traffic.close())
    }

    const address = env.PUBLIC_URL ?? originOf(gateway, env.HOST)
    return {
      url: address,
      signInLink: demo && (await links.link(address, demo.token)),
      demoToken: demo?.token ?? null,
      warnings: [...(demo?.warnings ?? []), ...upstreamWarnings(env), ...nameWarnings(env)],
      database,
      async close(isAnnounced = false) {
        readiness.stop()
        if (isAnnounced) await clock.wait(timings.stopAnnouncementMs)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

type OwnServiceDependencies = {
  env: Env
  database: Database
  queue: PgBoss
  sender: Sender
  exceptions: string[]
  readerKey: string
  logger: FastifyBaseLogger
  timings: Timings
}

/** Our own service, which listens on loopback alone, as the gateway is its door; and its deliveries. */
async function startService(dependencies: OwnServiceDependencies) {
  const { env, database, sender, exceptions, readerKey, logger, timings } = dependencies
  const { db } = database
  const timeZone = env.TIME_ZONE
  const telephonyKey = env.TELEPHONY_KEY ?? keptTelephonyKey(env)
  const queue = await openDeliveryQueue(dependencies.queue, timings)
  const schedule = env.RETRY_SCHEDULE
  const { pollMs } = timings
  const worker = startDeliveryWorker({ db, queue, sender, schedule, timeZone, logger, pollMs })
  const app = await buildService({
    db,
    timeZone,
    readerKey,
    logger,
    telephony: {
      key: telephonyKey,
      queue,
      wake: () => worker.wake(),
      receiverProblem: url => receiverProblem(url, { exceptions, proxy: env.RECEIVER_PROXY }),
    },
  })
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    telephonyKey,
    stopDelivering: () => worker.stop(),
    async close() {
      await app.close()
      await worker.stop()
    },
  }
}

/** With PostgreSQL every process has to take the same key, so that there it is given or there is none. */
function keptTelephonyKey({ DATABASE_URL, DATA_DIR }: Env): string | null {
  return DATABASE_URL === undefined ? keptKey(DATA_DIR, 'telephony-key') : null
}

function serviceName(env: Env, demo: Demo | null): string {
  if (env.UPSTREAM_URL !== undefined) return nameOfService(env.UPSTREAM_URL)
  if (demo !== null) return 'the demo service'
  return env.PUBLIC_URL === undefined ? 'this service' : new URL(env.PUBLIC_URL).host
}

function upstreamWarnings({ UPSTREAM_URL }: Env): string[] {
  const { protocol, hostname } = new URL(UPSTREAM_URL ?? 'https://own')
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return []
  return ['UPSTREAM_URL is http: API tokens and payloads go there unencrypted']
}

/** Whoever opens Redial to a network sees at the start what its people need. */
function nameWarnings({ HOST, PUBLIC_URL, ALLOWED_HOSTS }: Env): string[] {
  if (LOOPBACK.test(HOST) || PUBLIC_URL !== undefined || ALLOWED_HOSTS.length > 0) return []
  return [
    'browsers can open Redial by an IP address or localhost alone: give it a name with PUBLIC_URL or ALLOWED_HOSTS',
  ]
}

function receiverAuthorities({ RECEIVER_CA_FILE }: Env): string[] {
  return RECEIVER_CA_FILE === undefined ? [] : [readFileSync(RECEIVER_CA_FILE, 'utf8')]
}

/** A browser can't open 0.0.0.0 or ::, so those are named by what they answer to as well. */
function originOf(app: FastifyInstance, host: string): string {
  const [address] = app.addresses()
  if (typeof address !== 'object') throw new Error('The gateway listens on no port')
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`
}
