import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Env } from './config/env.ts'
import type { Timings } from './config/timings.ts'
import type { Database } from './database/database.ts'
import { type ReplayHeaders, startReplayQueue } from './gateway/replays/sending/replay-queue.ts'
import { createServer } from './gateway/server.ts'
import { detailError } from './http/http-error.ts'
import type { ObserveRequest } from './http/observe-requests.ts'
import type { AttemptLimits } from './webhooks/engine/attempt-worker.ts'
import type { Processes } from './webhooks/engine/live-processes.ts'
import type { Detail, ObserveWorker } from './webhooks/engine/outcome-writer.ts'
import type { Sender } from './webhooks/http/sender.ts'

/** The parts of a process, whatever its role. */
export type ProcessParts = {
  env: Env
  database: Database
  queue: PgBoss
  processes: Processes
  /** Counts an outcome that could only be recorded in part. */
  countReduced: (detail: Detail) => void
  /** For replays. */
  sender: Sender
  limits: AttemptLimits
  /** For metrics: of replays, and of requests to this process. */
  observe: ObserveWorker
  observeRequest: ObserveRequest
  replayHeaders: ReplayHeaders
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
  const server = { ...parts, trustProxy: env.TRUST_PROXY, publicUrl: undefined }
  const app = await createServer(
    { ...server, allowedHosts: [...env.ALLOWED_HOSTS, env.HOST] },
    false,
  )
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
  const replays = await startReplayQueue({
    ...parts,
    db: database.workerDb,
  })
  app.addHook('onClose', () => replays.stop())
  return app
}
