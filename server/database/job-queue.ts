import type { FastifyBaseLogger } from 'fastify'
import { type Clock, type ConstructorOptions, type Db, PgBoss, type StopOptions } from 'pg-boss'
import type { Database } from './database.ts'
import type { QueryLimits } from './database-limits.ts'
import { LimitedPool } from './limited-pool.ts'

/**
 * The connections of the job queue. pg-boss could open its own pool, but that returns a connection whose
 * query took too long to the pool, and nobody could measure how long its queries wait.
 */
export class QueueConnections implements Db {
  readonly #pool: LimitedPool
  #statements: string[] = []
  #closing: Promise<void> | undefined

  constructor(url: string, limits: QueryLimits) {
    this.#pool = new LimitedPool(url, limits, async client => {
      for (const statement of this.#statements) await client.query(statement)
    })
  }

  async executeSql(text: string, values: unknown[] = []) {
    const client = await this.#pool.connect()
    try {
      const result = await client.query<unknown>(text, values)
      client.release()
      return result
    } catch (error) {
      // pg-boss sends whole transactions as one text, so the connection may be within one that failed.
      client.release(true)
      throw error
    }
  }

  /** Only the clock of tests sets some, before the first query. */
  async setSessionStatements(statements: string[]): Promise<void> {
    this.#statements = statements
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end()
    return this.#closing
  }
}

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
  { url, queueLimits }: Pick<Database, 'url' | 'queueLimits'>,
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  { claimCheckS, schedules = false, clock }: JobQueueSettings,
): Promise<PgBoss> {
  const queue = new JobQueue(new QueueConnections(url, queueLimits), {
    ...(clock && { clock }),
    schema: 'job_queue',
    schedule: schedules,
    superviseIntervalSeconds: claimCheckS,
    monitorIntervalSeconds: claimCheckS,
  })
  queue.on('error', error => logger.error(error, 'job queue'))
  queue.on('warning', warning => logger.warn(warning, 'job queue'))
  try {
    return await queue.start()
  } catch (error) {
    await queue.stop({ graceful: false })
    throw error
  }
}

/** pg-boss doesn't close connections that it did not open. */
class JobQueue extends PgBoss {
  readonly #connections: QueueConnections

  constructor(connections: QueueConnections, options: ConstructorOptions) {
    super({ ...options, db: connections })
    this.#connections = connections
  }

  override async stop(options?: StopOptions): Promise<void> {
    await super.stop(options).finally(() => this.#connections.close())
  }
}
