import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { PgBoss } from 'pg-boss'
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
  /** For replays. */
  sender: Sender
  replayHeaders: ReplayHeaders
  /** /healthz, /readyz and /metrics. */
  operations: FastifyPluginAsync
  logger: FastifyBaseLogger
  timings: Timings
}
