import type { FastifyBaseLogger } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Env } from '../config/env.ts'
import { REAL_CLOCK } from '../config/timings.ts'
import { type Database, migrateDatabase } from '../database/database.ts'
import { isLockTimeout } from '../database/database-fault.ts'
import { makePartitionAhead } from './partitions/make-partition.ts'
import { indexPastPartitions } from './partitions/past-partitions.ts'
import { removeOldData } from './remove-old-data.ts'
import { type Kind, retentionOf } from './retention.ts'

export const RETENTION_QUEUE = 'retention'

/** At night, and not on the hour, when other jobs of a machine start. */
const DAILY = '40 2 * * *'

const BATCH_SIZE = 1_000
const POLL_S = 30
const DEAD_AFTER_S = 60
const MONTH_MS = 30 * 24 * 60 * 60 * 1_000

type RetentionDependencies = {
  queue: PgBoss
  database: Pick<Database, 'longDb' | 'url'>
  logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  env: Env
  /** Our own service's name in our tables. */
  ownService: string
  /** Called with how many were removed. */
  observe?(removed: Record<Kind, number>): void
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
  const { queue, env, logger, observe, pollS = POLL_S } = dependencies
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
  const made = makePartition(dependencies, stopping.signal, { mayRead: false })
  await queue.work(RETENTION_QUEUE, { pollingIntervalSeconds: pollS }, async ([job]) => {
    const signals = [stopping.signal, ...(job === undefined ? [] : [job.signal])]
    const removed = await removeAll(dependencies, AbortSignal.any(signals))
    logger.info({ removed }, 'Removed old data')
    observe?.(removed)
  })
  return async () => {
    stopping.abort(new Error('Redial stops'))
    await queue.offWork(RETENTION_QUEUE, { wait: true })
    await made
  }
}

/** The table without an end takes new deliveries until this succeeds, so a failure can wait. */
async function makePartition(
  { database, logger, now = () => new Date() }: RetentionDependencies,
  signal: AbortSignal,
  { mayRead }: { mayRead: boolean },
): Promise<void> {
  const monthAgo = new Date(now().getTime() - MONTH_MS)
  const { longDb: db, url } = database
  try {
    const lock = { db, wait: REAL_CLOCK.wait, signal }
    const start = await makePartitionAhead({ ...lock, url, monthAgo, mayRead })
    if (start !== null) logger.info({ start }, 'Made a partition for the next deliveries')
  } catch (error) {
    if (!signal.aborted)
      logger.warn(error, 'No partition could be made for the next deliveries yet')
  }
}

async function removeAll(
  dependencies: RetentionDependencies,
  signal: AbortSignal,
): Promise<Record<Kind, number>> {
  const { database, logger, env, ownService, now } = dependencies
  // Those that have waited until now. While a dump runs, each try would have others wait for a second.
  await migrateDatabase(database.url, { logger, maxTries: 3 }).catch(error => {
    if (!isLockTimeout(error)) throw error
    logger.warn('A migration waits for a table that a long transaction uses, until the next night')
  })
  await makePartition(dependencies, signal, { mayRead: true })
  const retention = retentionOf(env)
  const removal = { db: database.longDb, batchSize: BATCH_SIZE, wait: REAL_CLOCK.wait, signal }
  const { TIME_ZONE: timeZone } = env
  const removed = await removeOldData(removal, { retention, timeZone, ownService, now: now?.() })
  // For later nights, and last, because it waits for other transactions, such as a dump.
  await indexPastPartitions({ db: database.longDb, url: database.url, signal })
  return removed
}
