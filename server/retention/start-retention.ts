import type { FastifyBaseLogger } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Env } from '../config/env.ts'
import { REAL_CLOCK } from '../config/timings.ts'
import type { Database } from '../database/database.ts'
import { removeOldData } from './remove-old-data.ts'

export const RETENTION_QUEUE = 'retention'

/** At night, and not on the hour, when other jobs of a machine start. */
const DAILY = '40 2 * * *'

const BATCH_SIZE = 1_000
const POLL_S = 30
const DEAD_AFTER_S = 60

type RetentionDependencies = {
  queue: PgBoss
  database: Pick<Database, 'longDb'>
  logger: Pick<FastifyBaseLogger, 'info'>
  env: Env
  /** Called with how many of each kind were removed. */
  observe?(removed: Record<string, number>): void
  /** Only tests pass their own. */
  now?: () => Date
  pollS?: number
}

/**
 * Has old data removed every night, by one of the processes that call this. After a day on which no
 * process ran, it is removed at the next start.
 *
 * @returns a function that stops this; another process or the next start continues
 */
export async function startRetention(
  dependencies: RetentionDependencies,
): Promise<() => Promise<void>> {
  const { queue, database, env, logger, observe, now, pollS = POLL_S } = dependencies
  const stopping = new AbortController()
  await queue.createQueue(RETENTION_QUEUE, {
    // One job in all, waiting or active.
    policy: 'exclusive',
    expireInSeconds: 12 * 60 * 60,
    heartbeatSeconds: DEAD_AFTER_S,
    retryLimit: 10,
    retryDelay: 10,
    deleteAfterSeconds: 24 * 60 * 60,
  })
  await queue.schedule(RETENTION_QUEUE, DAILY, null, { tz: env.TIME_ZONE, missed: 'once' })
  await queue.work(RETENTION_QUEUE, { pollingIntervalSeconds: pollS }, async ([job]) => {
    const signal = AbortSignal.any([stopping.signal, ...(job === undefined ? [] : [job.signal])])
    const removal = { db: database.longDb, batchSize: BATCH_SIZE, wait: REAL_CLOCK.wait, signal }
    const removed = await removeOldData(removal, env, now?.())
    logger.info({ removed }, 'Removed old data')
    observe?.(removed)
  })
  return async () => {
    stopping.abort(new Error('Redial stops'))
    await queue.offWork(RETENTION_QUEUE, { wait: true })
  }
}
