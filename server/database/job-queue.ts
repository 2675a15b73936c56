import type { FastifyBaseLogger } from 'fastify'
import { type Clock, fromPglite, PgBoss } from 'pg-boss'
import type { Database } from './database.ts'

/**
 * Starts the job queue on the same database, so that a job and what it is about change in one
 * transaction. The queue only says when: what came of a job stands in our own tables.
 *
 * A job whose process died is free again when it expires; the monitor looks every five
 * seconds, which its counting of the jobs makes dear enough.
 *
 * @param clock only tests have their own
 */
export async function startJobQueue(
  { pglite, url }: Database,
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  clock?: Clock,
): Promise<PgBoss> {
  const connection =
    pglite === null
      ? { connectionString: url ?? undefined, max: 4 }
      : { db: fromPglite(pglite), backend: 'pglite' as const }
  const queue = new PgBoss({
    ...connection,
    ...(clock && { clock }),
    schema: 'job_queue',
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  queue.on('error', error => logger.error(error, 'job queue'))
  queue.on('warning', warning => logger.warn(warning, 'job queue'))
  return queue.start()
}
