import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Sender } from '../../delivery/sender.ts'
import { type DeliveryQueue, type DueAttempt, receiverOf } from './delivery-queue.ts'
import { type WaitingDelivery, waitingDeliveries } from './delivery-repository.ts'
import { nextState, type RetrySchedule } from './next-state.ts'
import { Settler } from './settler.ts'
import { webhookHeaders } from './webhook-headers.ts'

export type DeliveryWorkerDependencies = {
  db: Kysely<Schema>
  queue: DeliveryQueue
  sender: Sender
  schedule: RetrySchedule
  timeZone: string
  logger: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
  /** For the moment that is signed. Only tests have their own. */
  clock?: () => Date
}

/** How many attempts one process has in flight at a time, and how many it claims at once. */
const AT_A_TIME = 500
const CLAIMED_AT_ONCE = 200

/** Between two claims: each looks at all that is due, so that many small ones would cost most. */
const CLAIM_PAUSE_MS = 10

/** How often due attempts are looked for where nothing has woken the worker. */
const POLL_MS = 1_000

/**
 * Makes the attempts that are due: claims them, posts them, and has their outcomes recorded. Any
 * number of processes may do so on one database.
 */
export class DeliveryWorker {
  readonly #dependencies: DeliveryWorkerDependencies
  readonly #settler: Settler
  /** The deliveries of this process's attempts in flight, whose outcomes aren't kept yet. */
  readonly #inFlight = new Set<number>()
  #claimed = 0
  #stopping = false
  #awake = false
  #wakeUp = () => {}
  #idle = () => {}
  readonly #ended: Promise<void>

  constructor(dependencies: DeliveryWorkerDependencies) {
    this.#dependencies = dependencies
    this.#settler = new Settler(dependencies)
    this.#ended = this.#run()
  }

  /** Says that something may be due: a report was accepted, or a receiver has room again. */
  wake(): void {
    this.#awake = true
    this.#wakeUp()
  }

  /** Claims no more, and resolves once every attempt in flight has ended and is kept. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.wake()
    await this.#ended
    if (this.#claimed === 0) return
    await new Promise<void>(resolve => {
      this.#idle = resolve
    })
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#awake = false
      const due = await this.#claim()
      if (due.length > 0) {
        void this.#make(due)
        await sleep(CLAIM_PAUSE_MS)
      } else await this.#sleep()
    }
  }

  async #claim(): Promise<DueAttempt[]> {
    const { db, queue, logger } = this.#dependencies
    const room = AT_A_TIME - this.#claimed
    if (room <= 0) return []
    try {
      const due = await db
        .transaction()
        .execute(trx => queue.claim(trx, Math.min(room, CLAIMED_AT_ONCE)))
      this.#claimed += due.length
      return due
    } catch (error) {
      logger.warn(error, 'due deliveries could not be looked for')
      return []
    }
  }

  #sleep(): Promise<void> {
    if (this.#awake) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(resolve, POLL_MS)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #make(due: DueAttempt[]): Promise<void> {
    const { db, logger } = this.#dependencies
    // An attempt of ours whose claim ran out while the database was away is still being settled.
    const claimed = due.filter(({ deliveryId }) => !this.#inFlight.has(deliveryId))
    for (const { deliveryId } of claimed) this.#inFlight.add(deliveryId)
    this.#release(due.length - claimed.length)
    try {
      const ids = claimed.map(({ deliveryId }) => deliveryId)
      const deliveries = new Map(
        (await waitingDeliveries(db, ids)).map(delivery => [delivery.id, delivery]),
      )
      for (const { jobId, deliveryId } of claimed) {
        void this.#attempt(jobId, deliveryId, deliveries.get(deliveryId))
      }
    } catch (error) {
      // Their claims run out, and then they are made.
      logger.error(error, 'due deliveries could not be read')
      for (const { deliveryId } of claimed) this.#inFlight.delete(deliveryId)
      this.#release(claimed.length)
    }
  }

  async #attempt(
    jobId: string,
    deliveryId: number,
    delivery: WaitingDelivery | undefined,
  ): Promise<void> {
    try {
      if (delivery === undefined) await this.#settler.discard(jobId)
      else await this.#post(jobId, delivery)
    } catch (error) {
      // Nothing was sent: the sender is closed, or a header can't be. The claim runs out.
      this.#dependencies.logger.error(error, `delivery ${deliveryId} could not be attempted`)
    } finally {
      this.#inFlight.delete(deliveryId)
      this.#release(1)
    }
  }

  async #post(jobId: string, delivery: WaitingDelivery): Promise<void> {
    const { sender, schedule, logger, clock = () => new Date() } = this.#dependencies
    const { id, callback_url, payload } = delivery
    const number = delivery.attempts + 1
    const headers = webhookHeaders(id, payload, delivery, clock())
    const outcome = await sender.post(callback_url, payload, headers)
    const next = nextState(number, outcome.delivered, schedule, Math.random())
    const { status, error, duration_ms } = outcome
    // The receiver's host alone: the rest of its address may hold a secret.
    const receiver = receiverOf(callback_url)
    logger.info(
      { delivery: id, receiver, attempt: number, status, error, ms: duration_ms },
      next.state,
    )
    await this.#settler.settle(jobId, {
      deliveryId: id,
      callbackUrl: callback_url,
      number,
      outcome,
      next,
    })
  }

  #release(count: number): void {
    if (count === 0) return
    this.#claimed -= count
    this.wake()
    if (this.#claimed === 0) this.#idle()
  }
}
