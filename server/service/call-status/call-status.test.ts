import { expect, test } from 'vitest'
import { addRows } from '../../testing/rows.ts'
import { NOW } from '../../testing/test-service.ts'
import {
  ANALYSIS,
  CALL,
  NUMBER,
  SETTINGS,
  serviceWithSwitch,
} from '../telephony/testing/telephone-switch.ts'

const { service, ask } = await serviceWithSwitch('P-1')
await ask('PUT', `tracking_numbers/${NUMBER}/`, SETTINGS)
await ask('POST', 'calls/', CALL)

const WAITING = {
  id: expect.any(Number),
  call_id: 1,
  partner: 'P-1',
  tracking_number: NUMBER,
  event: 'call_termination',
  callback_url: SETTINGS.call_term_callbacks,
  state: 'waiting',
  attempts_made: 0,
  attempts: [],
  next_attempt_at: '2026-11-21T10:30:00.000+02:00',
  settled_at: null,
  request_json: expect.objectContaining({ call_id: 1, caller_number: CALL.caller_number }),
}

test('a call is shown with its deliveries, by its id', async () => {
  const call = {
    call_id: 1,
    partner: 'P-1',
    tracking_number: NUMBER,
    call_end_stamp: '2026-11-21T10:01:30.500+02:00',
    analysed_at: null,
    deliveries: [WAITING],
  }
  expect((await ask('GET', 'calls/1/')).body).toEqual(call)
  await ask('POST', 'analyses/', ANALYSIS)
  expect((await ask('GET', 'calls/1/')).body).toEqual({
    ...call,
    analysed_at: '2026-11-21T10:30:00.000+02:00',
    deliveries: [WAITING, { ...WAITING, event: 'data_event', request_json: expect.anything() }],
  })
})

test('a delivery is shown with its attempts, by its webhook-id', async () => {
  const { db } = service.database
  const [{ id }] = Object((await ask('GET', 'calls/1/')).body).deliveries
  expect((await ask('GET', `deliveries/${id}/`)).body).toEqual(WAITING)
  const attempt = { status: 500, error: null, duration_ms: 12 }
  await addRows(
    db,
    'delivery_attempt',
    ...[1, 2].map(number => ({ delivery_id: id, number, at: NOW, ...attempt })),
  )
  const set = { state: 'failed', attempts: 2, settled_at: NOW } as const
  await db.updateTable('delivery').set(set).where('id', '=', id).execute()
  const at = '2026-11-21T10:30:00.000+02:00'
  expect((await ask('GET', `deliveries/${id}/`)).body).toEqual({
    ...WAITING,
    state: 'failed',
    attempts_made: 2,
    attempts: [1, 2].map(number => ({ number, at, ...attempt })),
    next_attempt_at: null,
    settled_at: at,
  })
})

test.each([
  'calls/999/',
  'calls/none/',
  'calls/0/',
  'calls/99999999999999999999/',
  'deliveries/999999/',
  'deliveries/none/',
])('%s is a 404', async path => {
  expect(await ask('GET', path)).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
})
