import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { databaseFault } from '../../database/database-fault.ts'
import type { Schema } from '../../database/schema.ts'
import type { AttemptQueue, DueAttempt, NewAttempt } from './attempt-queue.ts'

/** What an attempt was made of; whatever else is known of it is for `record`. */
export type Made = { id: number; outcome: { delivered: boolean } }

/**
 * How much of an outcome is kept. Where the database refuses all of it for good, the words of the
 * error and of the answer are left out, then the attempt as such, then everything but its result.
 */
export const DETAILS = ['all', 'without words', 'without the attempt', 'result alone'] as const
export type Detail = (typeof DETAILS)[number]

export type NextAttempt = { queue: AttemptQueue; attempt: NewAttempt }

export type SettlerDependencies<Attempt extends Made> = {
  db: Kysely<Schema>
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** Keeps what came of attempts, and says which ones are to be made next. */
  record(trx: Transaction<Schema>, attempts: Attempt[], detail: Detail): Promise<NextAttempt[]>
  /** Counts an outcome of which not all could be kept. */
  countReduced?(detail: Detail): void
}

/** Whose claim ends with the outcome; the claim may be a newer one by the time it is recorded. */
type Claim = { due: DueAttempt }

/** An attempt that was made; or only a job that is left over, of what was settled before. */
type Work<Attempt> = { queue: AttemptQueue; claim: Claim; attempt: Attempt | null }

/** How many outcomes go into one transaction at most, and how many transactions run at a time. */
const AT_ONCE = 500
const TRANSACTIONS = 2
/** Beside a transaction that runs, another one begins only for so many: few large ones cost less. */
const WORTH_ANOTHER = 100

/** While the database is away, it is tried again after this long, and after twice as long each time. */
const RETRY_AFTER_MS = 250
const RETRY_AT_THE_LATEST_MS = 5_000

/** How often an error of unknown kind is retried before it counts as permanent. */
const TRIES_OF_UNKNOWN = 3

/**
 * Records what came of attempts. Those that end while transactions are under way go into the next
 * one together: under load one commit serves many.
 */
export class Settler<Attempt extends Made> {
  readonly #dependencies: SettlerDependencies<Attempt>
  #waiting: { work: Work<Attempt>; done: () => void }[] = []
  #running = 0
  #isScheduled = false

  constructor(dependencies: SettlerDependencies<Attempt>) {
    this.#dependencies = dependencies
  }

  /** Resolves once the attempt is kept, or can never be; waits for a database that is away. */
  settle(queue: AttemptQueue, claim: Claim, attempt: Attempt): Promise<void> {
    return this.#add({ queue, claim, attempt })
  }

  /** Ends a job of what no longer waits for an attempt. */
  discard(queue: AttemptQueue, claim: Claim): Promise<void> {
    return this.#add({ queue, claim, attempt: null })
  }

  #add(work: Work<Attempt>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ work, done: resolve })
    this.#schedule()
    return promise
  }

  /** Attempts that end in the same turn of the event loop go together. */
  #schedule(): void {
    if (this.#isScheduled || this.#running >= TRANSACTIONS) return
    if (this.#running > 0 && this.#waiting.length < WORTH_ANOTHER) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      void this.#run()
    })
  }

  async #run(): Promise<void> {
    const batch = this.#waiting.splice(0, AT_ONCE)
    if (batch.length === 0) return
    this.#running += 1
    if (this.#waiting.length > 0) this.#schedule()
    await this.#record(batch.map(({ work }) => work))
    for (const { done } of batch) done()
    this.#running -= 1
    if (this.#waiting.length > 0) this.#schedule()
  }

  async #record(batch: Work<Attempt>[]): Promise<void> {
    const { logger } = this.#dependencies
    let pauseMs = RETRY_AFTER_MS
    let unknown = 0
    for (;;) {
      try {
        return await this.#commit(batch, 'all')
      } catch (error) {
        const fault = databaseFault(error)
        if (fault === 'transient' || (fault === 'other' && ++unknown < TRIES_OF_UNKNOWN)) {
          logger.warn(error, 'outcomes of attempts could not be recorded yet; trying again')
          await sleep(pauseMs)
          pauseMs = Math.min(2 * pauseMs, RETRY_AT_THE_LATEST_MS)
        } else if (batch.length > 1) {
          // One of them is at fault: the others must not suffer for it.
          const half = Math.ceil(batch.length / 2)
          await this.#record(batch.slice(0, half))
          return this.#record(batch.slice(half))
        } else {
          return this.#recordLess(batch, error)
        }
      }
    }
  }

  /** What the database refuses for good keeps its result, and as much else as it takes. */
  async #recordLess(batch: Work<Attempt>[], refusal: unknown): Promise<void> {
    const { logger, countReduced } = this.#dependencies
    const [work] = batch
    for (const detail of DETAILS.slice(1)) {
      try {
        await this.#commit(batch, detail)
        logger.error(refusal, `the outcome of attempt ${work?.claim.due.id} was kept ${detail}`)
        countReduced?.(detail)
        return
      } catch (error) {
        if (databaseFault(error) === 'transient') return this.#record(batch)
      }
    }
    // Its claim runs out, and the attempt is made again.
    logger.error(refusal, `the outcome of attempt ${work?.claim.due.id} could not be kept at all`)
  }

  #commit(batch: Work<Attempt>[], detail: Detail): Promise<void> {
    const { db, record } = this.#dependencies
    const attempts = batch.flatMap(({ attempt }) => attempt ?? [])
    return db.transaction().execute(async trx => {
      const next = await record(trx, attempts, detail)
      for (const [queue, works] of Map.groupBy(batch, work => work.queue)) {
        await queue.finish(
          trx,
          works.map(({ claim }) => claim.due),
        )
      }
      for (const [queue, nexts] of Map.groupBy(next, one => one.queue)) {
        await queue.add(
          trx,
          nexts.map(({ attempt }) => attempt),
        )
      }
    })
  }
}
