import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Processes } from './attempts/live-processes.ts'
import type { Detail } from './attempts/settler.ts'
import type { Database } from './database/database.ts'
import type { Sender } from './delivery/sender.ts'
import type { Env } from './env.ts'
import type { ReplayHeaders } from './gateway/replays/replay-queue.ts'
import type { Timings } from './timings.ts'

/** What a process has, whatever its role. */
export type ProcessParts = {
  env: Env
  database: Database
  queue: PgBoss
  processes: Processes
  /** Counts an outcome of which not all could be recorded. */
  countReduced: (detail: Detail) => void
  /** For replays. */
  sender: Sender
  replayHeaders: ReplayHeaders
  /** /healthz, /readyz and /metrics. */
  operations: FastifyPluginAsync
  logger: FastifyBaseLogger
  timings: Timings
}
