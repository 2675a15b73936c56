import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { Schema } from '../database/schema.ts'
import { detailError } from '../http/http-error.ts'
import { backlogMetrics } from './backlog-metrics.ts'
import { requireMetricsAccess } from './metrics-access.ts'
import type { Readiness } from './readiness.ts'

export type OperationsDependencies = {
  registry: Registry
  readiness: Readiness
  /** METRICS_KEY. */
  metricsKey: string | undefined
  /** Where our own deliveries wait; null in front of somebody else's service. */
  deliveriesIn: Kysely<Schema> | null
}

/** They are asked every few seconds: a line for each would bury the others. */
const UNLOGGED = { logLevel: 'error' } as const

/** Load balancers ask by whatever name or address they have, and often no name at all. */
const PROBE = { ...UNLOGGED, config: { isProbe: true } } as const

/** /healthz, /readyz and /metrics, for load balancers and monitoring (docs/operations.md). */
export function operationsRoutes({
  registry,
  readiness,
  metricsKey,
  deliveriesIn,
}: OperationsDependencies): FastifyPluginAsync {
  return async app => {
    app.get('/healthz', PROBE, async () => ({ status: 'ok' }))

    app.get('/readyz', PROBE, async () => {
      const problem = await readiness.problem()
      if (problem !== null) throw detailError(503, problem)
      return { status: 'ok' }
    })

    app.get(
      '/metrics',
      { ...UNLOGGED, onRequest: requireMetricsAccess(metricsKey) },
      async (_request, reply) => {
        const backlog = deliveriesIn === null ? '' : await backlogMetrics(deliveriesIn)
        return reply.type(registry.contentType).send((await registry.metrics()) + backlog)
      },
    )
  }
}
