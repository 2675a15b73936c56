import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { type AttemptQueue, receiverOf } from '../../attempts/attempt-queue.ts'
import { AttemptWorker } from '../../attempts/attempt-worker.ts'
import type { Schema } from '../../database/schema.ts'
import type { Sender } from '../../delivery/sender.ts'
import { type MadeAttempt, type WaitingDelivery, waitingDeliveries } from './delivery-repository.ts'
import { nextState, type RetrySchedule } from './next-state.ts'
import { recordAttempts } from './record-attempts.ts'
import { webhookHeaders } from './webhook-headers.ts'

export type DeliveryWorkerDependencies = {
  db: Kysely<Schema>
  queue: AttemptQueue
  sender: Sender
  schedule: RetrySchedule
  timeZone: string
  logger: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
  pollMs: number
  /** For the moment that is signed. Only tests have their own. */
  clock?: () => Date
}

/** Begins to make the attempts of deliveries that are due. */
export function startDeliveryWorker(
  dependencies: DeliveryWorkerDependencies,
): AttemptWorker<WaitingDelivery, MadeAttempt> {
  const { db, queue, timeZone, logger, pollMs } = dependencies
  return new AttemptWorker({
    db,
    queue,
    logger,
    pollMs,
    async read(due) {
      const ids = due.map(({ id }) => id)
      const deliveries = await waitingDeliveries(db, ids)
      return new Map(deliveries.map(delivery => [delivery.id, delivery]))
    },
    attempt: delivery => post(delivery, dependencies),
    record: (trx, attempts) => recordAttempts(trx, attempts, timeZone),
  })
}

async function post(
  delivery: WaitingDelivery,
  { sender, schedule, logger, clock = () => new Date() }: DeliveryWorkerDependencies,
): Promise<MadeAttempt> {
  const { id, callback_url: url, payload } = delivery
  const number = delivery.attempts + 1
  const outcome = await sender.post(url, payload, webhookHeaders(id, payload, delivery, clock()))
  const next = nextState(number, outcome.delivered, schedule, Math.random())
  const { status, error, duration_ms } = outcome
  // The receiver's host alone: the rest of its address may hold a secret.
  const receiver = receiverOf(url)
  logger.info(
    { delivery: id, receiver, attempt: number, status, error, ms: duration_ms },
    next.state,
  )
  return { id, url, account: String(delivery.partner_id), number, outcome, next }
}
