import { pino } from 'pino'
import type { Database } from '../database/database.ts'
import { startJobQueue } from '../database/job-queue.ts'
import { addDeliveries, openDeliveryQueues } from '../webhooks/store/add-deliveries.ts'
import { addTrackingNumber } from './delivery-engine.ts'
import { addRow, setRows } from './rows.ts'
import { TEST_TIMINGS } from './test-timings.ts'

/** One delivery whose first attempt is due, as an accepted report leaves it. Its number reports to the same URL. */
export async function addWaitingDelivery(
  database: Database,
  callback_url = 'https://example.com/',
  payload = '{"call_id":1}',
) {
  const boss = await startJobQueue(database, pino({ level: 'silent' }), TEST_TIMINGS)
  const { first: queue } = await openDeliveryQueues(boss, TEST_TIMINGS)
  const { db } = database
  const trackingNumber = '27219990101'
  const number = await addTrackingNumber(database, trackingNumber)
  await setRows(db, 'tracking_number', {}, { call_term_callbacks: callback_url })
  const call_id = 900_000_000_001
  await db.transaction().execute(async trx => {
    const of = { tracking_number_id: number.id }
    await addRow(trx, 'tracked_call', { ...of, id: call_id, ended_at: new Date() })
    await addDeliveries(
      trx,
      queue,
      [{ ...of, call_id, event: 'call_termination', callback_url, payload }],
      new Date(),
    )
  })
  await boss.stop({ graceful: false })
  return { ...number, trackingNumber }
}
