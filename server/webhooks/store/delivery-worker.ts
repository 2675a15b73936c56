import type { FastifyBaseLogger } from 'fastify'
import { receiverHost } from '../../../contract/receiver.ts'
import { receiverKey } from '../engine/attempt-queue.ts'
import { AttemptWorker, type WorkerContext } from '../engine/attempt-worker.ts'
import type { Sender } from '../http/sender.ts'
import type { DeliveryQueues } from './add-deliveries.ts'
import { type WaitingDelivery, waitingDeliveries } from './delivery-repository.ts'
import { webhookHeaders } from './replay-headers.ts'
import { nextState, type RetrySchedule } from './retry-schedule.ts'
import { type Delisted, type MadeAttempt, recordAttempts } from './settle-attempts.ts'

export type DeliveryWorkerDependencies = WorkerContext & {
  queues: DeliveryQueues
  sender: Sender
  schedule: RetrySchedule
  timeZone: string
  delisted?: Delisted
  logger: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info' | 'level'>
  /** The clock for the signed time. Only tests pass their own. */
  clock?: () => Date
}

export function startDeliveryWorker(
  dependencies: DeliveryWorkerDependencies,
): AttemptWorker<WaitingDelivery, MadeAttempt> {
  const { db, queues, timeZone, delisted } = dependencies
  return new AttemptWorker({
    ...dependencies,
    queues: [queues.first, queues.retries],
    read: due => waitingDeliveries(db, due),
    attempt: delivery => post(delivery, dependencies),
    record: (trx, attempts, detail) =>
      recordAttempts(trx, attempts, { queues, timeZone, detail, delisted }),
  })
}

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
    const receiver = receiverHost(receiverKey(account, url))
    logger.info({ delivery: id, receiver, attempt: number, status, error, ms }, next.state)
  }
  return { id, url, account, number, outcome, next }
}
