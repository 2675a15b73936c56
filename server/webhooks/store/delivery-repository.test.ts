import { expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addTrackingNumber } from '../../testing/delivery-engine.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import type { DueAttempt } from '../engine/attempt-queue.ts'
import { waitingDeliveries } from './delivery-repository.ts'

const database = await closedAfterAll(openTestDatabase())
const number = await addTrackingNumber(database)
const call = { id: 1, tracking_number_id: number.id, ended_at: new Date(), analysed_at: null }
await database.db.insertInto('tracked_call').values(call).execute()
const { id } = await database.db
  .insertInto('delivery')
  .values({
    call_id: call.id,
    tracking_number_id: number.id,
    partner_id: number.partnerId,
    event: 'call_termination',
    callback_url: 'https://receiver.example/',
    payload: '{}',
    attempts: 1,
    next_attempt_at: new Date(),
  })
  .returning('id')
  .executeTakeFirstOrThrow()

const due = (jobId: string, number: number): DueAttempt => ({
  jobId,
  number,
  id,
  retryCount: 0,
  receiver: '',
  account: 'partner 1',
  isUrgent: false,
})

/** The jobs whose attempt the delivery waits for. Its first attempt was made. */
const waitedFor = async (jobs: DueAttempt[]) =>
  [...(await waitingDeliveries(database.db, jobs)).keys()].toSorted()

test('a leftover job of an earlier attempt makes none and takes no attempt from the next job', async () => {
  const [leftover, next] = [due('leftover', 1), due('next', 2)]
  expect(await waitedFor([leftover])).toEqual([])
  expect(await waitedFor([leftover, next])).toEqual(['next'])
  expect(await waitedFor([next, leftover])).toEqual(['next'])
})
