import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Env } from './config/env.ts'
import type { Timings } from './config/timings.ts'
import type { Database } from './database/database.ts'
import type { ReplayHeaders } from './gateway/replays/sending/replay-queue.ts'
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
