import { expect, test } from 'vitest'
import {
  CALL,
  NUMBER,
  SETTINGS,
  serviceWithSwitch,
} from '../service/telephony/testing/telephone-switch.ts'
import { addRow } from '../testing/rows.ts'
import { NOW } from '../testing/test-service.ts'
import { daysBefore, remove } from './testing/retention-test.ts'

const { service, ask } = await serviceWithSwitch('P-1')
await ask('PUT', `tracking_numbers/${NUMBER}/`, SETTINGS)

type Ended = { state: 'waiting' | 'delivered' | 'failed'; settled: number | null; made: number }

/** Reports a call whose delivery began `made` days ago and ended `settled` days ago. */
async function report(call_id: number, { state, settled, made }: Ended): Promise<void> {
  const { db } = service.database
  expect((await ask('POST', 'calls/', { ...CALL, call_id })).status).toBe(201)
  const { id } = await db
    .updateTable('delivery')
    .set({
      state,
      created_at: daysBefore(NOW, made),
      next_attempt_at: daysBefore(NOW, made),
      settled_at: settled === null ? null : daysBefore(NOW, settled),
    })
    .where('call_id', '=', call_id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const attempt = { number: 1, at: daysBefore(NOW, made), duration_ms: 1 }
  await addRow(db, 'delivery_attempt', { delivery_id: id, ...attempt })
}

async function callsWithDelivery(): Promise<number[]> {
  const rows = await service.database.db
    .selectFrom('delivery')
    .innerJoin('delivery_attempt', 'delivery_id', 'delivery.id')
    .select('call_id')
    .orderBy('call_id')
    .execute()
  return rows.map(({ call_id }) => call_id)
}

test('old deliveries are removed with their attempts, and calls after their last delivery', async () => {
  const { database } = service
  await report(1, { state: 'waiting', settled: null, made: 500 })
  await report(2, { state: 'delivered', settled: 101, made: 101 })
  await report(3, { state: 'failed', settled: 99, made: 101 })
  await report(4, { state: 'failed', settled: 101, made: 102 })
  await report(5, { state: 'delivered', settled: 101, made: 101 })
  await report(6, { state: 'delivered', settled: 101, made: 101 })
  await report(7, { state: 'delivered', settled: 99, made: 99 })

  const removed = await remove(database, NOW, { DELIVERY_RETENTION: 100 })
  expect(removed).toMatchObject({ deliveries: 4, calls: 0 })
  expect(await callsWithDelivery()).toEqual([1, 3, 7])
  const attempts = await database.db.selectFrom('delivery_attempt').select('number').execute()
  expect(attempts).toHaveLength(3)
  // Its call is known, and makes no event again.
  expect(await ask('POST', 'calls/', { ...CALL, call_id: 2 })).toMatchObject({
    status: 200,
    body: { call_id: 2, deliveries: [] },
  })

  await database.db
    .updateTable('tracked_call')
    .set({ ended_at: daysBefore(NOW, 201) })
    .where('id', '<>', 5)
    .execute()
  expect(
    await remove(database, NOW, { DELIVERY_RETENTION: 100, CALL_RETENTION: 200 }),
  ).toMatchObject({ calls: 3 })
  const calls = await database.db.selectFrom('tracked_call').select('id').orderBy('id').execute()
  expect(calls.map(({ id }) => id)).toEqual([1, 3, 5, 7])
  expect(
    await remove(database, NOW, { DELIVERY_RETENTION: 100, CALL_RETENTION: 200 }),
  ).toMatchObject({
    deliveries: 0,
    calls: 0,
  })
})
