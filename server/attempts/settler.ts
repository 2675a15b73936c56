import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { AttemptQueue, NewAttempt } from './attempt-queue.ts'

/** What an attempt was made of, where and for whom; whatever else is known of it is for `record`. */
export type Made = { id: number; url: string; account: string }

export type SettlerDependencies<Attempt extends Made> = {
  db: Kysely<Schema>
  queue: AttemptQueue
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** Keeps what came of attempts, and says which ones are to be made next. */
  record(trx: Transaction<Schema>, attempts: Attempt[]): Promise<NewAttempt[]>
}

/** An attempt that was made; or only a job that is left over, of what was settled before. */
type Work<Attempt> = { jobId: string; attempt: Attempt | null }

/** So many outcomes go into one transaction at most. */
const AT_ONCE = 250

/** How long an attempt is put off whose outcome can't be kept for another reason. */
const PUT_OFF_MS = 60 * 60_000

/** So often an outcome alone is tried to be kept while the database answers. */
const TRIES_OF_ONE = 3

/** While the database is away, it is tried again after this long. */
const RETRY_AFTER_MS = 250

/**
 * Records what came of attempts. Those that end while a transaction is under way go into the next
 * one together: under load one commit serves many.
 */
export class Settler<Attempt extends Made> {
  readonly #dependencies: SettlerDependencies<Attempt>
  #waiting: { work: Work<Attempt>; done: () => void }[] = []
  #running = false

  constructor(dependencies: SettlerDependencies<Attempt>) {
    this.#dependencies = dependencies
  }

  /** Resolves once the attempt is kept, or can never be; waits for a database that is away. */
  settle(jobId: string, attempt: Attempt): Promise<void> {
    return this.#add({ jobId, attempt })
  }

  /** Ends a job of what no longer waits for an attempt. */
  discard(jobId: string): Promise<void> {
    return this.#add({ jobId, attempt: null })
  }

  #add(work: Work<Attempt>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ work, done: resolve })
    if (!this.#running) {
      this.#running = true
      // Attempts that end in the same turn of the event loop go together.
      setImmediate(() => this.#run())
    }
    return promise
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, AT_ONCE)
      await this.#record(batch.map(({ work }) => work))
      for (const { done } of batch) done()
    }
    this.#running = false
  }

  async #record(batch: Work<Attempt>[]): Promise<void> {
    const { logger } = this.#dependencies
    let triesInVain = 0
    for (;;) {
      try {
        return await this.#commit(batch)
      } catch (error) {
        if (!(await this.#databaseAnswers())) {
          logger.warn(error, 'the database is away; outcomes of attempts wait for it')
          await sleep(RETRY_AFTER_MS)
        } else if (batch.length > 1) {
          // One of them is at fault; the others are not to suffer for it.
          for (const work of batch) await this.#record([work])
          return
        } else if (++triesInVain < TRIES_OF_ONE) {
          // Its connection may have been lost alone: the event would be sent again for nothing.
          await sleep(RETRY_AFTER_MS)
        } else {
          logger.error(error, `the outcome of job ${batch[0]?.jobId} cannot be kept`)
          await this.#postpone(batch).catch(cause => logger.error(cause, 'nor can it be put off'))
          return
        }
      }
    }
  }

  #commit(batch: Work<Attempt>[]): Promise<void> {
    const { db, queue, record } = this.#dependencies
    const attempts = batch.flatMap(({ attempt }) => attempt ?? [])
    return db.transaction().execute(async trx => {
      const next = await record(trx, attempts)
      await queue.remove(
        trx,
        batch.map(({ jobId }) => jobId),
      )
      await queue.add(trx, next)
    })
  }

  /** The attempt is made again, but not at once: its receiver isn't to suffer for a fault of ours. */
  #postpone(batch: Work<Attempt>[]): Promise<void> {
    const { db, queue } = this.#dependencies
    return db.transaction().execute(async trx => {
      await queue.remove(
        trx,
        batch.map(({ jobId }) => jobId),
      )
      await queue.add(
        trx,
        // With the same job's id: it may be known by it.
        batch.flatMap(({ jobId, attempt }) => {
          if (attempt === null) return []
          const { id, url, account } = attempt
          return [{ id, url, account, delayMs: PUT_OFF_MS, jobId }]
        }),
      )
    })
  }

  async #databaseAnswers(): Promise<boolean> {
    try {
      await sql`select 1`.execute(this.#dependencies.db)
      return true
    } catch {
      return false
    }
  }
}
