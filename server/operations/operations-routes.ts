import { isIP } from 'node:net'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Gauge, Registry } from 'prom-client'
import type { Schema } from '../database/schema.ts'
import { BEARER_CHALLENGE, checkBearerKey } from '../http/bearer-key.ts'
import { detailError } from '../http/http-error.ts'
import type { Readiness } from './readiness.ts'
import { within } from './readiness.ts'

/** Headers that proxies add. A client behind a proxy is not on this machine, even if the proxy is. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

export type OperationsDependencies = {
  registry: Registry
  readiness: Readiness
  metricsKey: string | undefined
  previousMetricsKey?: string | undefined
  /** Where replays wait and, unless somebody else's service makes them, deliveries. */
  backlog: { db: Kysely<Schema>; hasDeliveries: boolean }
  /** Milliseconds. Only tests pass their own. */
  now?: () => number
}

/** Counting takes the database a while, and several monitoring systems may ask each process. */
const BACKLOG_KEPT_MS = 10_000

/** They are requested every few seconds, so a line for each would bury the others. */
const UNLOGGED = { logLevel: 'error' } as const

/** Load balancers use any name or address, and often no name at all. */
const PROBE = { ...UNLOGGED, config: { isProbe: true } } as const

/** /healthz, /readyz and /metrics, for load balancers and monitoring (docs/operations.md). */
export function operationsRoutes({
  registry,
  readiness,
  metricsKey,
  previousMetricsKey,
  backlog: counted,
  now = () => performance.now(),
}: OperationsDependencies): FastifyPluginAsync {
  const backlog = new LRUCache<'backlog', string>({
    max: 1,
    ttl: BACKLOG_KEPT_MS,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: () => backlogMetrics(counted.db, counted.hasDeliveries),
  })
  return async app => {
    app.get('/healthz', PROBE, async () => ({ status: 'ok' }))

    app.get('/readyz', PROBE, async () => {
      const problem = await readiness.problem()
      if (problem !== null) throw detailError(503, problem)
      const notes = readiness.notes()
      return { status: 'ok', ...(notes.length > 0 && { notes }) }
    })

    app.get('/metrics', {
      ...UNLOGGED,
      onRequest: requireMetricsAccess(metricsKey, previousMetricsKey),
      handler: async (_request, reply) => {
        return reply
          .type(registry.contentType)
          .send((await registry.metrics()) + (await backlog.forceFetch('backlog')))
      },
    })
  }
}

/**
 * Allows requests with the key, or with the one before it. If no key is set, it allows requests from this machine.
 *
 * @throws HttpError 401 or 403
 */
function requireMetricsAccess(key: string | undefined, previousKey?: string) {
  return async (request: FastifyRequest): Promise<void> => {
    if (key === undefined) {
      if (isDirectFromLoopback(request)) return
      throw detailError(
        403,
        'Only this machine can read the metrics. To read them from elsewhere set METRICS_KEY, and send it as "Authorization: Bearer <METRICS_KEY>".',
      )
    }
    if (checkBearerKey(request, { key, previousKey }) === 'right') return
    throw detailError(
      401,
      'The metrics need "Authorization: Bearer <METRICS_KEY>".',
      BEARER_CHALLENGE,
    )
  }
}

function isDirectFromLoopback({ headers, socket }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  return (
    isIP(address) !== 0 &&
    ipaddr.process(address).range() === 'loopback' &&
    FORWARDED.every(name => headers[name] === undefined)
  )
}

const ANSWERS_WITHIN_MS = 2_000

/**
 * The backlog in the database, the same from every process. While the database doesn't answer, these
 * metrics are missing, because an old number would look like a current one.
 */
async function backlogMetrics(db: Kysely<Schema>, hasDeliveries: boolean): Promise<string> {
  const backlog = await within(ANSWERS_WITHIN_MS, readBacklog(db)).catch(() => null)
  if (backlog === null) return ''
  const registry = new Registry()
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers: [registry] }).set(value)
  const { deliveries, replays } = backlog
  if (hasDeliveries) {
    gauge('redial_deliveries_waiting', 'Deliveries that wait for an attempt.', deliveries.waiting)
    gauge(
      'redial_deliveries_overdue',
      'Waiting deliveries whose attempt is due or in flight.',
      deliveries.overdue,
    )
    gauge(
      'redial_oldest_overdue_seconds',
      'How long the attempt that is overdue the longest has been so.',
      deliveries.oldest_s,
    )
  }
  gauge('redial_replays_waiting', 'Replays that wait for their attempt.', replays.waiting)
  gauge(
    'redial_oldest_waiting_replay_seconds',
    'How long the replay that has waited the longest has done so.',
    replays.oldest_s,
  )
  return registry.metrics()
}

/**
 * Times are by the database's clock, which all processes share. What waits has one job each; the
 * conditions are those of the job queue's own indexes.
 */
async function readBacklog(db: Kysely<Schema>): Promise<{ deliveries: Backlog; replays: Backlog }> {
  const { rows } = await sql<Backlog & { kind: string }>`
    with queued as (
      select ${KIND} as kind, count(*) as jobs,
        count(*) filter (where start_after <= job_queue.job_now()) as due,
        min(start_after) as oldest
      from job_queue.job
      where name in ${QUEUES} and state < 'active' and not blocked
      group by 1
    ), claimed as (
      select ${KIND} as kind, count(*) as jobs, min(start_after) as oldest
      from job_queue.job
      where name in ${QUEUES} and state = 'active' and group_id is not null
      group by 1
    )
    select kind, coalesce(queued.jobs, 0) + coalesce(claimed.jobs, 0) as waiting,
      coalesce(queued.due, 0) + coalesce(claimed.jobs, 0) as overdue,
      greatest(0, coalesce(
        extract(epoch from job_queue.job_now() - least(queued.oldest, claimed.oldest)), 0
      ))::float8 as oldest_s
    from queued full join claimed using (kind)
  `.execute(db)
  const of = (kind: string) => rows.find(row => row.kind === kind) ?? NOTHING
  return { deliveries: of('delivery'), replays: of('replay') }
}

const QUEUES = sql`('delivery', 'delivery-retry', 'replay-attempt')`
const KIND = sql`case name when 'replay-attempt' then 'replay' else 'delivery' end`

type Backlog = { waiting: number; overdue: number; oldest_s: number }
const NOTHING: Backlog = { waiting: 0, overdue: 0, oldest_s: 0 }
