import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { TestClock } from 'pg-boss'
import { pino } from 'pino'
import type { WebhookEvent } from '../../contract/failed-event.ts'
import { REAL_CLOCK, type Timings } from '../config/timings.ts'
import type { Database } from '../database/database.ts'
import { startJobQueue } from '../database/job-queue.ts'
import type { AttemptQueue } from '../webhooks/engine/attempt-queue.ts'
import { LiveProcesses } from '../webhooks/engine/live-processes.ts'
import type { Detail, ObserveWorker } from '../webhooks/engine/outcome-writer.ts'
import { createSender } from '../webhooks/http/sender.ts'
import { addDeliveries, openDeliveryQueues } from '../webhooks/store/add-deliveries.ts'
import { startDeliveryWorker } from '../webhooks/store/delivery-worker.ts'
import type { RetrySchedule } from '../webhooks/store/retry-schedule.ts'
import type { TestReceiver } from './peers/test-receiver.ts'
import { addRow, addRows } from './rows.ts'
import { TEST_TIMINGS } from './test-timings.ts'

export const MINUTE_MS = 60_000

/** docs/interface.md, "Limits". */
export const SCHEDULE: RetrySchedule = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]

export const TIME_ZONE = 'Africa/Johannesburg'

type EngineOptions = {
  receivers?: TestReceiver[]
  schedule?: RetrySchedule
  timings?: Partial<Timings>
  clock?: TestClock
  logger?: FastifyBaseLogger
  countReduced?: (detail: Detail) => void
  observe?: ObserveWorker
}

/** The delivery engine of one process, on a database that others may share. */
export async function startEngine(
  database: Database,
  { receivers = [], schedule = SCHEDULE, timings: given = {}, clock, ...more }: EngineOptions = {},
) {
  const logger = more.logger ?? pino({ level: 'silent' })
  const timings = { ...TEST_TIMINGS, ...given }
  const now = clock && (() => new Date(clock.now()))
  const boss = await startJobQueue(database, logger, { ...timings, clock })
  const queues = await openDeliveryQueues(boss, timings)
  const processes = await LiveProcesses.join({
    db: database.db,
    logger,
    wait: REAL_CLOCK.wait,
    everyMs: timings.signOfLifeMs,
  })
  const sender = createSender({
    exceptions: receivers.map(({ exception }) => exception),
    authorities: receivers.slice(0, 1).map(({ ca }) => ca),
    deadlineMs: timings.attemptDeadlineMs,
    ...(now && { clock: now }),
  })
  const worker = startDeliveryWorker({
    db: database.workerDb,
    queues,
    processes,
    sender,
    schedule,
    timeZone: TIME_ZONE,
    logger,
    timings,
    countReduced: more.countReduced,
    observe: more.observe,
    ...(now && { clock: now }),
  })
  return {
    /** Where tests add first attempts. */
    queue: queues.first,
    queues,
    boss,
    worker,
    sender,
    async close() {
      await worker.stop()
      await processes.leave()
      await boss.stop({ graceful: false })
      await sender.close()
    },
  }
}

/** A partner with a tracking number, whose deliveries the tests add themselves. */
export async function addTrackingNumber({ db }: Database, phone_number = '27105550100') {
  const { id: partner_id } = await addRow(db, 'partner', { reference: 'acme', name: 'Acme' })
  const company = { partner_id, reference: 'acme-motors', name: 'Acme Motors' }
  const { id: company_id } = await addRow(db, 'company', company)
  const number = await addRow(db, 'tracking_number', { partner_id, company_id, phone_number })
  return { id: number.id, secret: number.secret, partnerId: partner_id }
}

let calls = 0

/** Adds one delivery per URL, each for its own call, like a report does; all are due now. */
export async function deliver(
  { db }: Database,
  queue: AttemptQueue,
  trackingNumberId: number,
  urls: string[],
  { event = 'call_termination' as WebhookEvent, now = new Date() } = {},
): Promise<number[]> {
  return db.transaction().execute(async trx => {
    const deliveries = urls.map(callback_url => {
      const call_id = ++calls
      const payload = JSON.stringify({ call_id, caller_number: '27825550199' })
      return { call_id, tracking_number_id: trackingNumberId, event, callback_url, payload }
    })
    const call = { tracking_number_id: trackingNumberId, ended_at: now, analysed_at: null }
    await addRows(trx, 'tracked_call', ...deliveries.map(({ call_id: id }) => ({ ...call, id })))
    const added = await addDeliveries(trx, queue, deliveries, now)
    return added.map(({ id }) => id)
  })
}

/** How many jobs of deliveries there are: all, or those that are due or under way. */
export async function countJobs({ db }: Database, which: 'all' | 'due' = 'all'): Promise<number> {
  const due = sql`and (state = 'active' or start_after <= job_queue.job_now())`
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from job_queue.job
    where name in ('delivery', 'delivery-retry') ${which === 'due' ? due : sql``}
  `.execute(db)
  return rows[0]?.count ?? 0
}
