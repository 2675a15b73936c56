import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { hostOfReceiver, receiverKey } from '../engine/attempt-queue.ts'
import { type AttemptLimits, type AttemptTimings, AttemptWorker } from '../engine/attempt-worker.ts'
import type { Processes } from '../engine/live-processes.ts'
import type { Detail, ObserveWorker } from '../engine/outcome-writer.ts'
import type { Sender } from '../http/sender.ts'
import type { DeliveryQueues } from './delivery-queues.ts'
import { type WaitingDelivery, waitingDeliveries } from './delivery-repository.ts'
import { recordAttempts } from './record-attempts.ts'
import { nextState, type RetrySchedule } from './retry-schedule.ts'
import type { MadeAttempt } from './settle-attempts.ts'
import { webhookHeaders } from './webhook-headers.ts'

export type DeliveryWorkerDependencies = {
  db: Kysely<Schema>
  queues: DeliveryQueues
  processes: Processes
  sender: Sender
  schedule: RetrySchedule
  timeZone: string
  logger: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info' | 'level'>
  timings: AttemptTimings
  limits?: AttemptLimits
  countReduced?(detail: Detail): void
  observe?: ObserveWorker
  /** The clock for the signed time. Only tests pass their own. */
  clock?: () => Date
}

/** Starts to make the attempts of due deliveries. */
export function startDeliveryWorker(
  dependencies: DeliveryWorkerDependencies,
): AttemptWorker<WaitingDelivery, MadeAttempt> {
  const { db, queues, processes, timeZone, logger, timings, limits, countReduced, observe } =
    dependencies
  return new AttemptWorker({
    db,
    queues: [queues.first, queues.retries],
    processes,
    logger,
    timings,
    limits,
    countReduced,
    observe,
    read: due => waitingDeliveries(db, due),
    attempt: delivery => post(delivery, dependencies),
    record: (trx, attempts, detail) => recordAttempts(trx, attempts, { queues, timeZone, detail }),
  })
}

/** Log levels at which each attempt is logged. */
const LEVELS_WITH_ATTEMPTS = new Set(['info', 'debug', 'trace'])

async function post(
  delivery: WaitingDelivery,
  { sender, schedule, logger, clock = () => new Date() }: DeliveryWorkerDependencies,
): Promise<MadeAttempt> {
  const { id, url, payload } = delivery
  const number = delivery.attempts + 1
  const account = String(delivery.partner_id)
  const outcome = await sender.post(url, payload, webhookHeaders(id, payload, delivery, clock()))
  const next = nextState(number, outcome.delivered, schedule, Math.random())
  if (LEVELS_WITH_ATTEMPTS.has(logger.level)) {
    const { status, error, duration_ms: ms } = outcome
    // Only the receiver's host, because the rest of its address may contain a secret.
    const receiver = hostOfReceiver(receiverKey(account, url))
    logger.info({ delivery: id, receiver, attempt: number, status, error, ms }, next.state)
  }
  return { id, url, account, number, outcome, next }
}
