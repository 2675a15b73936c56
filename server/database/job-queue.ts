import type { FastifyBaseLogger } from 'fastify'
import { type Clock, PgBoss } from 'pg-boss'
import type { Database } from './database.ts'

/**
 * Starts the job queue on the same database, so that a job and the data that it refers to change in
 * one transaction. The queue only decides when; the outcome of a job is in our own tables.
 *
 * A job whose process died is free again when its claim expires, which is noticed within `claimCheckS`.
 *
 * @param clock only tests pass their own
 */
export async function startJobQueue(
  { queuePool }: Pick<Database, 'queuePool'>,
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  { claimCheckS, clock }: { claimCheckS: number; clock?: Clock },
): Promise<PgBoss> {
  const queue = new PgBoss({
    ...queuePool,
    ...(clock && { clock }),
    schema: 'job_queue',
    schedule: false,
    superviseIntervalSeconds: claimCheckS,
    monitorIntervalSeconds: claimCheckS,
  })
  queue.on('error', error => logger.error(error, 'job queue'))
  queue.on('warning', warning => logger.warn(warning, 'job queue'))
  return queue.start()
}
