import { BlockList, isIPv6 } from 'node:net'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { Schema } from '../database/schema.ts'
import { BEARER_CHALLENGE, checkBearerKey } from '../http/bearer-key.ts'
import { detailError } from '../http/http-error.ts'
import { backlogMetrics } from './backlog-metrics.ts'
import type { Readiness } from './readiness.ts'

const LOOPBACK = new BlockList()

LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')

LOOPBACK.addAddress('::1', 'ipv6')

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
  /** METRICS_KEY. */
  metricsKey: string | undefined
  /** PREVIOUS_METRICS_KEY. */
  previousMetricsKey?: string | undefined
  /** Where replays wait and, unless somebody else's service makes them, deliveries. */
  backlog: { db: Kysely<Schema>; hasDeliveries: boolean }
  /** In ms. Only tests pass their own. */
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
  now,
}: OperationsDependencies): FastifyPluginAsync {
  const backlog = keptFor(
    BACKLOG_KEPT_MS,
    () => backlogMetrics(counted.db, counted.hasDeliveries),
    now,
  )
  return async app => {
    app.get('/healthz', PROBE, async () => ({ status: 'ok' }))

    app.get('/readyz', PROBE, async () => {
      const problem = await readiness.problem()
      if (problem !== null) throw detailError(503, problem)
      const notes = readiness.notes()
      return { status: 'ok', ...(notes.length > 0 && { notes }) }
    })

    app.get(
      '/metrics',
      {
        ...UNLOGGED,
        config: { isNeverShed: true },
        onRequest: requireMetricsAccess(metricsKey, previousMetricsKey),
      },
      async (_request, reply) => {
        return reply.type(registry.contentType).send((await registry.metrics()) + (await backlog()))
      },
    )
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
    LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') &&
    FORWARDED.every(name => headers[name] === undefined)
  )
}

/**
 * Calls `ask` at most once in `ms` and returns the last answer in between. Simultaneous calls share
 * one answer. After a failure, the next call asks again.
 *
 * @param now in ms; only tests pass their own
 */
export function keptFor<Value>(
  ms: number,
  ask: () => Promise<Value>,
  now: () => number = () => performance.now(),
): () => Promise<Value> {
  let last: { at: number; answer: Promise<Value> } | null = null
  return () => {
    if (last !== null && now() - last.at < ms) return last.answer
    const answer = ask()
    const asked = { at: now(), answer }
    last = asked
    answer.catch(() => {
      if (last === asked) last = null
    })
    return answer
  }
}
