import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { buildWeb, type Web } from './build-web.ts'
import type { ProcessParts } from './build-worker.ts'
import { buildWorker } from './build-worker.ts'
import type { Env } from './config/env.ts'
import { LOOPBACK } from './config/env.ts'
import type { Timings } from './config/timings.ts'
import { type Clock, PRODUCTION_TIMINGS, REAL_CLOCK, type Wait } from './config/timings.ts'
import { createLogger } from './create-logger.ts'
import { type Database, openDatabase } from './database/database.ts'
import { databaseLimitsOf } from './database/database-limits.ts'
import type { EmbeddedPostgres } from './database/embedded/embedded-postgres.ts'
import { startJobQueue } from './database/job-queue.ts'
import type { Schema } from './database/schema.ts'
import { type Demo, startDemo } from './demo/demo.ts'
import { startDemoTraffic } from './demo/demo-traffic.ts'
import { removeFromCopies } from './gateway/events/reading/remove-from-copies.ts'
import { telephonyKeyOf } from './open-secrets.ts'
import { operationsRoutes } from './operations/operations-routes.ts'
import { processMetrics } from './operations/process-metrics.ts'
import { Readiness } from './operations/readiness.ts'
import { startRetention } from './retention/start-retention.ts'
import { SharedSettings } from './shared-settings.ts'
import type { Traces } from './tracing/start-traces.ts'
import { ALONE, LiveProcesses, type Processes } from './webhooks/engine/live-processes.ts'
import { createSender, type SenderSettings } from './webhooks/http/sender.ts'
import { openDeliveryQueues } from './webhooks/store/add-deliveries.ts'
import { startDeliveryWorker } from './webhooks/store/delivery-worker.ts'
import { replayHeaders } from './webhooks/store/replay-headers.ts'

/** What the tests and `npm start` pass to `startApp`, in addition to the settings. */
export type AppOptions = {
  /** Default: the values of production. */
  timings?: Timings
  /** The clock for the pauses that a service asks for and for the announcement of a stop. */
  clock?: Clock
  /** The embedded PostgreSQL, if it is already starting. */
  embedded?: Promise<EmbeddedPostgres> | undefined
  /** A PostgreSQL that already runs, instead of the embedded one. */
  databaseUrl?: string
  /** Awaited before the dashboard is served. The database and the demo are set up in the meantime. */
  dashboardBuilt?: Promise<unknown>
  /** The folder of the built dashboard. */
  dashboardFolder?: string
  /** Starts the demo's receivers on free ports instead of the usual ones. */
  demoPorts?: 'fixed' | 'free'
  /** For how many days before today the demo has failures. Default: thirty. */
  demoDaysBack?: number
  /** How the demo's calls wait for their time. Default: by the clock. */
  demoWait?: Wait
}

const DIST = join(import.meta.dirname, '../dist')

const NO_TRACES: Traces = {
  reported: () => {},
  traced: sender => sender,
  close: async () => {},
}

export type App = {
  /** The address of the dashboard and the interface, for a browser on this machine. */
  url: string
  /** Signs in to the demo account, once; null without a demo. */
  signInLink: string | null
  /** The demo account's token, for tests and scripts; null without a demo. */
  demoToken: string | null
  warnings: string[]
  database: Database
  /**
   * Finishes what is in flight, then stops.
   *
   * @param isAnnounced whether /readyz reports the stop for a while before Redial refuses requests
   */
  close(isAnnounced?: boolean): Promise<void>
}

/**
 * Starts Redial from its settings: the database, and what the role of the process requires, by
 * default everything (docs/decisions/0044). The tests start the same code.
 *
 * @throws FolderInUse, FolderUnusable, DatabaseUnusable, DatabaseAway; the database's or the port's
 * own error if it is unavailable
 */
export async function startApp(env: Env, options: AppOptions = {}): Promise<App> {
  const { logger } = await createLogger(env)
  const { timings = PRODUCTION_TIMINGS, clock = REAL_CLOCK, dashboardFolder = DIST } = options
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const measured = processMetrics(registry)
    const database = await openMeasuredDatabase(env, options, measured, logger)
    closing.push(() => database.close())
    const ownPool = env.ROLE === 'worker' ? database.workerDb : database.db
    const used = new SharedSettings(env, ownPool)
    const sharedWarnings = await used.check(logger)
    const readiness = new Readiness(used)

    const demo = await openDemo(env, database, options)
    closing.push(() => demo?.close())
    const receivers = senderSettings(env, demo, timings)
    const traces = await openTraces(env, ownPool)
    closing.push(() => traces.close())
    const sender = createSender(receivers)
    closing.push(() => sender.close())
    const makesAttempts = env.ROLE !== 'web'
    const queue = await startJobQueue(database, logger, { ...timings, schedules: makesAttempts })
    closing.push(() => queue.stop())
    const removal = { env, observe: measured.countRemoved }
    if (makesAttempts) closing.push(await startRetention({ queue, database, logger, ...removal }))
    const processes = await joinProcesses(env, database, logger, timings)
    closing.push(() => processes.leave())

    const isOwnService = env.UPSTREAM_URL === undefined
    const limits = {
      inFlight: env.ATTEMPTS_IN_FLIGHT,
      ofOneReceiver: env.RECEIVER_CONCURRENCY,
    }
    const { countReduced, counted } = measured
    const attempts = { processes, logger, timings, limits, countReduced }
    const deliveryQueues = isOwnService ? await openDeliveryQueues(queue, timings) : null
    const deliveries =
      deliveryQueues !== null && makesAttempts
        ? startDeliveryWorker({
            ...attempts,
            db: database.workerDb,
            queues: deliveryQueues,
            sender: traces.traced(counted(sender, 'delivery'), 'delivery'),
            schedule: env.RETRY_SCHEDULE,
            timeZone: env.TIME_ZONE,
            delisted: removeFromCopies,
            observe: measured.worker('delivery'),
          })
        : null
    closing.push(() => deliveries?.stop())

    const parts: ProcessParts = {
      ...attempts,
      timings,
      logger,
      env,
      database,
      queue,
      sender: traces.traced(counted(sender, 'replay'), 'replay'),
      observe: measured.worker('replay'),
      observeRequest: measured.answered('gateway'),
      replayHeaders: isOwnService
        ? events => replayHeaders(database.workerDb, events)
        : async () => () => null,
      operations: operationsRoutes({
        registry,
        readiness,
        metricsKey: env.METRICS_KEY,
        previousMetricsKey: env.PREVIOUS_METRICS_KEY,
        backlog: { db: database.db, hasDeliveries: isOwnService },
      }),
    }
    if (env.ROLE !== 'worker') await options.dashboardBuilt
    const web =
      env.ROLE === 'worker'
        ? null
        : await buildWeb({
            ...parts,
            demo,
            receivers,
            telephony: deliveryQueues && {
              key: await telephonyKeyOf(env),
              previousKey: env.PREVIOUS_TELEPHONY_KEY,
              queue: deliveryQueues.first,
              wake: (report, began) => {
                deliveries?.wake()
                traces.reported(report, began)
              },
            },
            observeServiceRequest: measured.answered('service'),
            clock,
            dashboardFolder,
          })
    closing.push(() => web?.service?.close())
    const server = web === null ? await buildWorker(parts) : web.gateway
    // Stop both together: an attempt in flight takes up to 11 s, for a delivery as for a replay.
    closing.push(() => Promise.all([server.close(), deliveries?.stop()]))
    await server.listen({ host: env.HOST, port: env.PORT })
    const url = originOf(server, env.HOST)
    closing.push(startTraffic(env, demo, web, { url, logger, wait: options.demoWait }))

    const address = (web && env.PUBLIC_URL) ?? url
    return {
      url: address,
      signInLink: demo && web && (await web.links.link(address, demo.token)),
      demoToken: demo?.token ?? null,
      warnings: [...startWarnings(env, demo), ...sharedWarnings],
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

/** A process that makes no attempts takes no share of a receiver's concurrency. */
async function joinProcesses(
  { ROLE }: Env,
  { workerDb: db }: Database,
  logger: FastifyBaseLogger,
  { signOfLifeMs: everyMs }: Timings,
): Promise<Processes> {
  if (ROLE === 'web') return ALONE
  return LiveProcesses.join({ db, logger, wait: REAL_CLOCK.wait, everyMs })
}

/** Only the embedded mode in front of our own service has a demo. */
async function openDemo(env: Env, { longDb: db }: Database, options: AppOptions) {
  const { DATABASE_URL, UPSTREAM_URL, DEMO, DATA_DIR: folder, TIME_ZONE: timeZone } = env
  if (DATABASE_URL !== undefined || UPSTREAM_URL !== undefined || DEMO !== 'on') return null
  const { demoPorts: ports = 'fixed', demoDaysBack: daysBack } = options
  return startDemo({ db, folder, timeZone, ports, daysBack })
}

/** The demo's calls, which end now and then. @returns a function that stops them */
function startTraffic(
  { TIME_ZONE: timeZone }: Env,
  demo: Demo | null,
  web: Web | null,
  options: { url: string; logger: FastifyBaseLogger; wait: Wait | undefined },
): () => unknown {
  if (demo === null || !web?.telephonyKey) return () => {}
  const traffic = startDemoTraffic({ ...options, telephonyKey: web.telephonyKey, timeZone })
  return () => traffic.close()
}

function senderSettings(env: Env, demo: Demo | null, timings: Timings): SenderSettings {
  const { RECEIVER_EXCEPTIONS, RECEIVER_CA_FILE: authorities, RECEIVER_PROXY: proxy } = env
  return {
    exceptions: [...RECEIVER_EXCEPTIONS, ...(demo?.exceptions ?? [])],
    authorities: [
      ...(authorities === undefined ? [] : [readFileSync(authorities, 'utf8')]),
      ...(demo?.authorities ?? []),
    ],
    deadlineMs: timings.attemptDeadlineMs,
    proxy,
  }
}

/** Opens the database of the settings, with metrics of how long queries wait for a connection. */
function openMeasuredDatabase(
  env: Env,
  { databaseUrl: url = env.DATABASE_URL, embedded }: AppOptions,
  metrics: ReturnType<typeof processMetrics>,
  logger: FastifyBaseLogger,
): Promise<Database> {
  const limits = databaseLimitsOf(env)
  const location = url === undefined ? { folder: env.DATA_DIR, embedded } : { url }
  return openDatabase(location, logger, {
    ...limits,
    requests: { ...limits.requests, observeWait: metrics.waited('requests') },
    attempts: { ...limits.attempts, observeWait: metrics.waited('attempts') },
    longWork: { ...limits.longWork, observeWait: metrics.waited('long_work') },
    jobQueue: { ...limits.jobQueue, observeWait: metrics.waited('job_queue') },
  })
}

/** The address of a server. A browser can't open 0.0.0.0 or ::, so this has a name that reaches them. */
function originOf(app: FastifyInstance, host: string): string {
  const [address] = app.addresses()
  if (typeof address !== 'object') throw new Error('The gateway listens on no port')
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`
}

/** Risks that the person who starts Redial should know. */
function startWarnings(env: Env, demo: Demo | null): string[] {
  return [...(demo?.warnings ?? []), ...upstreamWarnings(env), ...nameWarnings(env)]
}

function upstreamWarnings({ UPSTREAM_URL }: Env): string[] {
  const { protocol, hostname } = new URL(UPSTREAM_URL ?? 'https://own')
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return []
  return ['UPSTREAM_URL is http: API tokens and payloads go there unencrypted']
}

/** A start that opens Redial to a network shows what its people need. */
function nameWarnings({ ROLE, HOST, PUBLIC_URL, ALLOWED_HOSTS }: Env): string[] {
  if (ROLE === 'worker') return []
  if (LOOPBACK.test(HOST) || PUBLIC_URL !== undefined || ALLOWED_HOSTS.length > 0) return []
  return [
    'browsers can only open Redial by an IP address or localhost: give it a name with PUBLIC_URL or ALLOWED_HOSTS',
  ]
}

/** Traces for the collector of the settings. Without one, OpenTelemetry is not even loaded. */
async function openTraces(env: Env, db: Kysely<Schema>): Promise<Traces> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, WEBHOOK_TRACEPARENT, ROLE: role } = env
  if (endpoint === undefined) return NO_TRACES
  const { startTraces } = await import('./tracing/start-traces.ts')
  const tellsReceivers = WEBHOOK_TRACEPARENT === 'on'
  return startTraces({ endpoint, database: await nameOf(db), tellsReceivers, role })
}

/** When its tables were created. Several databases may exist, and each counts its events from 1. */
async function nameOf(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ made: string }>`
    select min(timestamp) as made from kysely_migration
  `.execute(db)
  return rows[0]?.made ?? ''
}
