import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { Schema } from '../database/schema.ts'
import { detailError } from '../http/http-error.ts'
import { backlogMetrics } from './backlog-metrics.ts'
import { keptFor } from './kept-for.ts'
import { requireMetricsAccess } from './metrics-access.ts'
import type { Readiness } from './readiness.ts'

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
