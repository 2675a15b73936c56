import type { FastifyBaseLogger } from 'fastify'
import type { Env } from './config/env.ts'
import { type Database, openDatabase } from './database/database.ts'
import type { DatabaseLimits } from './database/database-limits.ts'
import type { EmbeddedPostgres } from './database/embedded/embedded-postgres.ts'
import type { ProcessMetrics } from './operations/process-metrics.ts'

type Measured = {
  /** A PostgreSQL that is already running, instead of the embedded one. */
  url: string | undefined
  /** The embedded PostgreSQL, if it is already starting. */
  embedded?: Promise<EmbeddedPostgres> | undefined
  limits: DatabaseLimits
  metrics: ProcessMetrics
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** Opens the database of the settings, with metrics of how long queries wait for a connection. */
export function openMeasuredDatabase(
  { DATABASE_URL, DATA_DIR }: Env,
  { url = DATABASE_URL, embedded, limits, metrics, logger }: Measured,
): Promise<Database> {
  const location = url === undefined ? { folder: DATA_DIR, embedded } : { url }
  return openDatabase(location, logger, {
    ...limits,
    requests: { ...limits.requests, observeWait: metrics.waited('requests') },
    attempts: { ...limits.attempts, observeWait: metrics.waited('attempts') },
    longWork: { ...limits.longWork, observeWait: metrics.waited('long_work') },
    jobQueue: { ...limits.jobQueue, observeWait: metrics.waited('job_queue') },
  })
}
