import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { backoffMs } from '../../../contract/time/backoff.ts'
import { databaseFault } from '../../database/database-fault.ts'
import type { Schema } from '../../database/schema.ts'
import type { AttemptQueue, DueAttempt, NewAttempt } from './attempt-queue.ts'

/** The part of an attempt that matters here; `record` knows the rest. */
export type CompletedAttempt = { id: number; outcome: { delivered: boolean } }

/**
 * How much of an outcome is recorded. If the database refuses it permanently, the texts of the error
 * and of the answer are left out, then the attempt, then everything but the result.
 */
export const DETAILS = ['all', 'without error text', 'without the attempt', 'result alone'] as const
export type Detail = (typeof DETAILS)[number]

export type NextAttempt = { queue: AttemptQueue; attempt: NewAttempt }

/** Called with how long a claim took, and recording outcomes, in ms. */
export type ObserveWorker = {
  claimed(ms: number): void
  settled(ms: number): void
  /** Called once, with a function that counts the receivers that are down. */
  watchReceivers(countDown: () => number): void
}

export type OutcomeWriterDependencies<Attempt extends CompletedAttempt> = {
  db: Kysely<Schema>
  logger: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** Records the outcomes of attempts and returns the attempts that follow. */
  record(trx: Transaction<Schema>, attempts: Attempt[], detail: Detail): Promise<NextAttempt[]>
  /** Called with the same attempts once what `record` did is committed. */
  recorded?(attempts: Attempt[]): void
  /** Counts an outcome that was recorded only in part. */
  countReduced?(detail: Detail): void
  observe?: ObserveWorker
}

/** The claim that ends with the outcome. It may be a newer one when the outcome is recorded. */
type Claim = { due: DueAttempt }

/** An attempt that was made, or null for the leftover job of something that is already settled. */
type Work<Attempt> = { queue: AttemptQueue; claim: Claim; attempt: Attempt | null }

const MAX_OUTCOMES_PER_TRANSACTION = 500
const MAX_TRANSACTIONS = 2

/**
 * The next transaction starts this long after the last one started, or as soon as it is full. Few large
 * transactions cost much less processor time than many small ones, here and in PostgreSQL. A process that
 * is killed makes the attempts of this time again.
 */
const MIN_INTERVAL_MS = 30

/** The first and the longest wait while the database is away. */
const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 5_000

/** How often an error of unknown kind is retried before it counts as permanent. */
const MAX_ATTEMPTS_OF_UNKNOWN = 3

/**
 * Records the outcomes of attempts. The first one is recorded immediately. Attempts that end shortly
 * after it go into the next transaction together, so that under load one commit serves many.
 */
export class OutcomeWriter<Attempt extends CompletedAttempt> {
  readonly #dependencies: OutcomeWriterDependencies<Attempt>
  #waiting: { work: Work<Attempt>; done: () => void }[] = []
  #running = 0
  #startedAt = Number.NEGATIVE_INFINITY
  #isScheduled = false
  #timer: NodeJS.Timeout | undefined

  constructor(dependencies: OutcomeWriterDependencies<Attempt>) {
    this.#dependencies = dependencies
  }

  /**
   * Resolves when the outcome is recorded, or never can be. Waits for a database that is away.
   *
   * @param attempt null to end the job of something that no longer waits for an attempt
   */
  settle(queue: AttemptQueue, claim: Claim, attempt: Attempt | null): Promise<void> {
    const work = { queue, claim, attempt }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ work, done: resolve })
    this.#schedule()
    return promise
  }

  #schedule(): void {
    if (this.#isScheduled || this.#running >= MAX_TRANSACTIONS) return
    const waitMs = this.#startedAt + MIN_INTERVAL_MS - performance.now()
    if (this.#waiting.length < MAX_OUTCOMES_PER_TRANSACTION && waitMs > 0) {
      this.#timer ??= setTimeout(() => this.#run(), waitMs)
      return
    }
    // Attempts that end in the same iteration of the event loop are recorded together.
    this.#isScheduled = true
    setImmediate(() => this.#run())
  }

  async #run(): Promise<void> {
    this.#isScheduled = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#running >= MAX_TRANSACTIONS) return
    const batch = this.#waiting.splice(0, MAX_OUTCOMES_PER_TRANSACTION)
    if (batch.length === 0) return
    this.#startedAt = performance.now()
    this.#running += 1
    if (this.#waiting.length > 0) this.#schedule()
    await this.#record(batch.map(({ work }) => work))
    for (const { done } of batch) done()
    this.#running -= 1
    if (this.#waiting.length > 0) this.#schedule()
  }

  async #record(batch: Work<Attempt>[]): Promise<void> {
    const { logger } = this.#dependencies
    let failures = 0
    let unknown = 0
    for (;;) {
      try {
        return await this.#commit(batch, 'all')
      } catch (error) {
        const fault = databaseFault(error)
        if (fault === 'transient' || (fault === 'other' && ++unknown < MAX_ATTEMPTS_OF_UNKNOWN)) {
          logger.warn(error, 'outcomes of attempts could not be recorded yet; trying again')
          await sleep(backoffMs(failures++, FIRST_WAIT_MS, MAX_WAIT_MS))
        } else if (batch.length > 1) {
          // One of them is at fault. The others must still be recorded.
          const half = Math.ceil(batch.length / 2)
          await this.#record(batch.slice(0, half))
          return this.#record(batch.slice(half))
        } else {
          return this.#recordLess(batch, error)
        }
      }
    }
  }

  /** Records an outcome that the database refuses: its result, and as much else as it accepts. */
  async #recordLess(batch: Work<Attempt>[], refusal: unknown): Promise<void> {
    const { logger, countReduced } = this.#dependencies
    const [work] = batch
    for (const detail of DETAILS.slice(1)) {
      try {
        await this.#commit(batch, detail)
        logger.error(
          refusal,
          `the outcome of an attempt of ${work?.claim.due.id} was recorded only in part: ${detail}`,
        )
        countReduced?.(detail)
        return
      } catch (error) {
        if (databaseFault(error) === 'transient') return this.#record(batch)
      }
    }
    // Its claim expires, and the attempt is made again.
    logger.error(
      refusal,
      `the outcome of an attempt of ${work?.claim.due.id} could not be recorded; the attempt will be made again`,
    )
  }

  async #commit(batch: Work<Attempt>[], detail: Detail): Promise<void> {
    const { db, record, recorded, observe } = this.#dependencies
    const began = performance.now()
    const attempts = batch.flatMap(({ attempt }) => attempt ?? [])
    const completed = batch.filter(({ attempt }) => attempt !== null)
    const dropped = batch.filter(({ attempt }) => attempt === null)
    await db.transaction().execute(async trx => {
      // Recording locks rows that all attempts of a replay run or of a list need, so it comes last. A
      // dropped job may be removed at the same time, by a transaction that locks these rows first.
      await finishAll(trx, completed)
      const next = await record(trx, attempts, detail)
      await finishAll(trx, dropped)
      for (const [queue, group] of Map.groupBy(next, one => one.queue)) {
        const added = group.map(({ attempt }) => attempt)
        await queue.add(trx, added)
      }
    })
    observe?.settled(performance.now() - began)
    recorded?.(attempts)
  }
}

async function finishAll(trx: Transaction<Schema>, batch: Work<unknown>[]): Promise<void> {
  for (const [queue, works] of Map.groupBy(batch, work => work.queue)) {
    const claimed = works.map(({ claim }) => claim.due)
    await queue.finish(trx, claimed)
  }
}
