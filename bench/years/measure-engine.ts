import { pino } from 'pino'
import { PRODUCTION_TIMINGS } from '../../server/config/timings.ts'
import type { Database } from '../../server/database/database.ts'
import { startJobQueue } from '../../server/database/job-queue.ts'
import type { DueAttempt } from '../../server/webhooks/engine/attempt-queue.ts'
import {
  type DeliveryQueues,
  openDeliveryQueues,
} from '../../server/webhooks/store/delivery-queues.ts'
import { waitingDeliveries } from '../../server/webhooks/store/delivery-repository.ts'
import { recordAttempts } from '../../server/webhooks/store/record-attempts.ts'
import { fillDeliveries, type TrackedNumber } from '../deliveries/fill-deliveries.ts'

const BATCH_SIZE = 500
const ROUNDS = 60
const WARM_UP = 10
/** One of so many first attempts fails. */
const EVERY_FAILED = 10

export type EngineTimes = { claim: number[]; settle: number[] }

/**
 * Claims and settles batches of due deliveries on each of the databases in turns, with what the engine
 * uses for it.
 *
 * @returns how long each batch took, in ms
 */
export async function measureEngine(
  filled: { database: Database; numbers: TrackedNumber[] }[],
): Promise<EngineTimes[]> {
  const engines = []
  for (const { database, numbers } of filled) {
    await fillDeliveries(database, numbers, BATCH_SIZE * (ROUNDS + WARM_UP))
    const boss = await startJobQueue(database, pino({ level: 'silent' }), PRODUCTION_TIMINGS)
    const queues = await openDeliveryQueues(boss, PRODUCTION_TIMINGS)
    engines.push({ database, boss, queues, times: { claim: [], settle: [] } as EngineTimes })
  }
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    // Each database comes first in half of the rounds.
    for (const engine of round % 2 === 0 ? engines : engines.toReversed()) {
      const { claim, settle } = await takeBatch(engine)
      if (round < WARM_UP) continue
      engine.times.claim.push(claim)
      engine.times.settle.push(settle)
    }
  }
  for (const { boss } of engines) await boss.stop({ graceful: false })
  return engines.map(({ times }) => times)
}

async function takeBatch({ database, queues }: { database: Database; queues: DeliveryQueues }) {
  const { workerDb: db } = database
  const began = performance.now()
  const due = await db.transaction().execute(trx =>
    queues.first.claim(trx, {
      ...{ limit: BATCH_SIZE, ofOneReceiver: BATCH_SIZE },
      ...{ skippedReceivers: [], skippedAccounts: [] },
    }),
  )
  const waiting = await waitingDeliveries(db, due)
  const claimed = performance.now()
  if (waiting.size !== BATCH_SIZE) throw new Error(`Only ${waiting.size} deliveries were claimed`)
  await db.transaction().execute(trx => settle(trx, queues, due))
  return { claim: claimed - began, settle: performance.now() - claimed }
}

type Transaction = Parameters<typeof recordAttempts>[0]

async function settle(trx: Transaction, queues: DeliveryQueues, due: DueAttempt[]): Promise<void> {
  const attempts = due.map(({ id }, index) => {
    const delivered = index % EVERY_FAILED !== 0
    const error = delivered ? null : 'answered 503'
    const outcome = {
      delivered,
      at: new Date(),
      status: delivered ? 200 : 503,
      error,
      answer: null,
    }
    return {
      ...{ id, url: 'https://r0.example/call_termination', account: '1', number: 1 },
      outcome: { ...outcome, duration_ms: 12 },
      next: delivered
        ? { state: 'delivered' as const, delayMs: null }
        : { state: 'waiting' as const, delayMs: 60_000 },
    }
  })
  const settings = { queues, timeZone: 'Africa/Johannesburg', detail: 'all' as const }
  const next = await recordAttempts(trx, attempts, settings)
  await queues.first.finish(trx, due)
  await queues.retries.add(
    trx,
    next.map(({ attempt }) => attempt),
  )
}
