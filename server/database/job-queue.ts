import type { FastifyBaseLogger } from 'fastify'
import { type Clock, PgBoss } from 'pg-boss'
import type { Database } from './database.ts'

type JobQueueSettings = { claimCheckS: number; schedules?: boolean; clock?: Clock }

/**
 * Starts the job queue on the same database, so that a job and the data that it refers to change in
 * one transaction. The queue only decides when; the outcome of a job is in our own tables.
 *
 * A job whose process died is free again when its claim expires, which is noticed within `claimCheckS`.
 *
 * @param schedules whether this process adds the jobs of schedules when they are due
 * @param clock only tests pass their own
 */
export async function startJobQueue(
  { queuePool }: Pick<Database, 'queuePool'>,
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  { claimCheckS, schedules = false, clock }: JobQueueSettings,
): Promise<PgBoss> {
  const queue = new PgBoss({
    ...queuePool,
    ...(clock && { clock }),
    schema: 'job_queue',
    schedule: schedules,
    superviseIntervalSeconds: claimCheckS,
    monitorIntervalSeconds: claimCheckS,
  })
  queue.on('error', error => logger.error(error, 'job queue'))
  queue.on('warning', warning => logger.warn(warning, 'job queue'))
  return queue.start()
}
