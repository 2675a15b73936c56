import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Env } from './config/env.ts'
import type { Timings } from './config/timings.ts'
import type { Database } from './database/database.ts'
import { startSending } from './gateway/replays/runs/item-releaser.ts'
import type { ReplayQueueDependencies } from './gateway/replays/sending/replay-queue.ts'
import { createServer } from './gateway/server.ts'
import { detailError } from './http/http-error.ts'
import type { ObserveRequest } from './http/observe-requests.ts'

/** The parts of a process, whatever its role. */
export type ProcessParts = Omit<ReplayQueueDependencies, 'db' | 'timings' | 'logger'> & {
  env: Env
  database: Database
  observeRequest: ObserveRequest
  /** /healthz, /readyz and /metrics. */
  operations: FastifyPluginAsync
  logger: FastifyBaseLogger
  timings: Timings
}

/**
 * Starts to send replays, and builds the server of a process that only makes attempts. It answers
 * load balancers and monitoring. Closing it stops both.
 */
export async function buildWorker(parts: ProcessParts): Promise<FastifyInstance> {
  const { env, database } = parts
  const allowedHosts = [...env.ALLOWED_HOSTS, env.HOST]
  const server = { ...parts, trustProxy: env.TRUST_PROXY, publicUrl: undefined, allowedHosts }
  const app = await createServer(server, false)
  // For every method, before a body is read.
  app.addHook('onRequest', async request => {
    if (request.is404) {
      throw detailError(
        404,
        'This process only makes attempts (ROLE=worker). Send requests to one with ROLE=web.',
      )
    }
  })
  await app.register(parts.operations)
  await startSending(app, { ...parts, ...database, timeZone: env.TIME_ZONE })
  return app
}
