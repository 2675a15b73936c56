import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { recordFailedEvents } from '../failed-events/record-failed-events.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import { finalFailures, type MadeAttempt, settleAttempts } from './delivery-repository.ts'

type SettlerDependencies = {
  db: Kysely<Schema>
  queue: DeliveryQueue
  timeZone: string
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** An attempt that was made; or only a job that is left over, of a delivery that was settled before. */
type Work = { jobId: string; attempt: MadeAttempt | null }

/** So many outcomes go into one transaction at most. */
const AT_ONCE = 250

/** How long an attempt is put off whose outcome can't be kept for another reason. */
const PUT_OFF_MS = 60 * 60_000

/** While the database is away, it is tried again after this long. */
const RETRY_AFTER_MS = 250

/**
 * Records what came of attempts. Those that end while a transaction is under way go into the next
 * one together: under load one commit serves many.
 */
export class Settler {
  readonly #dependencies: SettlerDependencies
  #waiting: { work: Work; done: () => void }[] = []
  #running = false

  constructor(dependencies: SettlerDependencies) {
    this.#dependencies = dependencies
  }

  /** Resolves once the attempt is kept, or can never be; waits for a database that is away. */
  settle(jobId: string, attempt: MadeAttempt): Promise<void> {
    return this.#add({ jobId, attempt })
  }

  /** Ends a job of a delivery that no longer waits. */
  discard(jobId: string): Promise<void> {
    return this.#add({ jobId, attempt: null })
  }

  #add(work: Work): Promise<void> {
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

  async #record(batch: Work[]): Promise<void> {
    const { logger } = this.#dependencies
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
        } else {
          logger.error(error, `the outcome of job ${batch[0]?.jobId} cannot be kept`)
          await this.#postpone(batch).catch(cause => logger.error(cause, 'nor can it be put off'))
          return
        }
      }
    }
  }

  #commit(batch: Work[]): Promise<void> {
    const { db, queue, timeZone } = this.#dependencies
    const attempts = batch.flatMap(({ attempt }) => attempt ?? [])
    return db.transaction().execute(async trx => {
      const settled = await settleAttempts(trx, attempts)
      const now = attempts.filter(made => settled.has(made.deliveryId))
      await queue.remove(
        trx,
        batch.map(({ jobId }) => jobId),
      )
      await queue.add(
        trx,
        now.flatMap(({ deliveryId, callbackUrl, next }) =>
          next.state === 'waiting' ? [{ deliveryId, callbackUrl, delayMs: next.delayMs }] : [],
        ),
      )
      const failed = now.filter(made => made.next.state === 'failed')
      if (failed.length === 0) return
      const failures = await finalFailures(
        trx,
        failed.map(made => made.deliveryId),
        timeZone,
      )
      // In one order, so that no two transactions wait for each other's day.
      const lists = Map.groupBy(failures, ({ partnerId, list }) => `${partnerId} ${list}`)
      for (const key of [...lists.keys()].toSorted()) {
        const ofList = lists.get(key) ?? []
        const [first] = ofList
        if (first === undefined) continue
        const { partnerId, list } = first
        await recordFailedEvents(trx, { partnerId, list, timeZone }, ofList)
      }
    })
  }

  /** The attempt is made again, but not at once: its receiver isn't to suffer for a fault of ours. */
  #postpone(batch: Work[]): Promise<void> {
    const { db, queue } = this.#dependencies
    return db.transaction().execute(async trx => {
      await queue.remove(
        trx,
        batch.map(({ jobId }) => jobId),
      )
      await queue.add(
        trx,
        batch.flatMap(({ attempt }) => (attempt ? [{ ...attempt, delayMs: PUT_OFF_MS }] : [])),
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
