import { beforeEach, expect, test } from 'vitest'
import { TELEPHONY_KEY } from '../../testing/test-service.ts'
import {
  ANALYSIS,
  CALL,
  NUMBER,
  SETTINGS,
  serviceWithSwitch,
} from '../telephony/testing/telephone-switch.ts'

const { service, ask } = await serviceWithSwitch('P-1')
await ask('PUT', `tracking_numbers/${NUMBER}/`, SETTINGS)
await ask('PUT', 'tracking_numbers/27110000002/', SETTINGS)
beforeEach(async () => {
  const { db } = service.database
  await db.deleteFrom('delivery').execute()
  await db.deleteFrom('tracked_call').execute()
})

const deliveries = () =>
  service.database.db.selectFrom('delivery').selectAll().orderBy('id').execute()

test.each([
  ['as it was', {}],
  [
    'with its stamps in another zone',
    {
      call_start_stamp: '2026-11-21T10:00+02:00',
      call_end_stamp: '2026-11-21T03:01:30.500-05:00',
    },
  ],
  ['with its default written out', { call_duration: 91 }],
  ['with null for what is not there', { call_duration: null }],
  ['with its fields in another order', Object.fromEntries(Object.entries(CALL).toReversed())],
  ['with unknown fields', { sip_call_id: 'a@b', contact: { ...CALL.contact, id: 7 } }],
])(
  'the same call reported again, %s, gets the same answer and creates nothing',
  async (_how, writing) => {
    const first = await ask('POST', 'calls/', CALL)
    const again = await ask('POST', 'calls/', { ...writing, ...CALL, ...writing })
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 200, body: Object(first.body) })
    expect(await deliveries()).toHaveLength(1)
  },
)

test('a number in another notation is the same number', async () => {
  const first = await ask('POST', 'calls/', { ...CALL, call_duration: 90 })
  const text = JSON.stringify({ ...CALL, call_duration: 90 })
  const again = await service.ask('POST', '/telephony/v1/calls/', {
    headers: {
      Authorization: `Bearer ${TELEPHONY_KEY}`,
      'Content-Type': 'application/json',
    },
    body: text.replace('"call_id":1,', '"call_id": 1.0,').replace(':90', ':9e1'),
  })
  expect(again).toMatchObject({ status: 200, body: first.body })
})

test('a call without number, recording and agent is the same in each notation', async () => {
  const { recording_url, reference, contact, ...call } = CALL
  const missed = { ...call, answered: false }
  const nothing = { recording_url: null, reference: null, contact: null, call_duration: null }
  const first = await ask('POST', 'calls/', { ...missed, caller_number: null })
  expect(first.status).toBe(201)
  for (const caller_number of ['anonymous', 'Restricted', '']) {
    const again = await ask('POST', 'calls/', { ...missed, ...nothing, caller_number })
    expect(again).toMatchObject({ status: 200, body: first.body })
  }
  // The report may name an agent whose telephone rang. Nobody answered, so no payload names them.
  const ringing = { ...missed, contact, caller_number: null }
  expect(await ask('POST', 'calls/', ringing)).toMatchObject({ status: 200 })
})

test.each<[what: string, change: object, fields: string]>([
  ['another end', { call_end_stamp: '2026-11-21T08:01:30.501Z' }, 'call_end_stamp'],
  [
    'another start',
    { call_start_stamp: '2026-11-21T07:59:59Z' },
    'call_start_stamp, call_duration',
  ],
  ['another caller', { caller_number: '27821234568' }, 'caller_number'],
  ['a withheld number', { caller_number: null }, 'caller_number'],
  ['another duration', { call_duration: 90 }, 'call_duration'],
  ['another outcome', { answered: false }, 'answered, contact'],
  ['another recording', { recording_url: 'https://recordings.example/2' }, 'recording_url'],
  ['no recording', { recording_url: null }, 'recording_url'],
  ['another agent', { contact: { reference: 'A-2', name: 'Thandi' } }, 'contact'],
  ['another session', { reference: 'session-2' }, 'reference'],
  ['another tracking number', { tracking_number: '27110000002' }, 'tracking_number'],
])('a call with a used id and %s is refused, not ignored', async (_what, change, fields) => {
  const first = await ask('POST', 'calls/', CALL)
  const refused = await ask('POST', 'calls/', { ...CALL, ...change })
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({
    detail: expect.stringContaining(`Call 1 was reported before with other content in ${fields}. `),
  })
  expect(await ask('POST', 'calls/', CALL)).toMatchObject({ status: 200, body: first.body })
  expect(await deliveries()).toHaveLength(1)
})

test('a recording that is added later is a 409 that names it, while an event of the call is stored', async () => {
  const { recording_url, ...unrecorded } = CALL
  await ask('POST', 'calls/', unrecorded)
  expect((await ask('POST', 'calls/', CALL)).body).toEqual({
    detail: expect.stringContaining(' with other content in recording_url. '),
  })
  await service.database.db.deleteFrom('delivery').execute()
  expect(await ask('POST', 'calls/', CALL)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining(' with other content. ') },
  })
})

test('a call whose caller was erased is identified by its tracking number and its end', async () => {
  await ask('POST', 'calls/', CALL)
  await ask('POST', 'analyses/', ANALYSIS)
  const none = { report_digest: null, analysis_digest: null }
  await service.database.db.updateTable('tracked_call').set(none).execute()
  const other = { ...CALL, caller_number: null }
  expect(await ask('POST', 'calls/', other)).toMatchObject({ status: 200 })
  const later = { ...CALL, call_end_stamp: '2026-11-21T08:01:31Z' }
  expect(await ask('POST', 'calls/', later)).toMatchObject({ status: 409 })
  expect(await ask('POST', 'analyses/', { ...ANALYSIS, intent: 'sell' })).toMatchObject({
    status: 200,
  })
})

test('if different calls with one id are reported at once, one is accepted and the others get a 409', async () => {
  const calls = Array.from({ length: 8 }, (_, i) => ({ ...CALL, call_duration: i }))
  const answers = await Promise.all(calls.map(call => ask('POST', 'calls/', call)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
  expect(await deliveries()).toHaveLength(1)
})

test('reported many times at once, a call and its analysis create one event each', async () => {
  const sides = Array.from({ length: 8 })
  const calls = await Promise.all(sides.map(() => ask('POST', 'calls/', CALL)))
  const analyses = await Promise.all(sides.map(() => ask('POST', 'analyses/', ANALYSIS)))
  for (const answers of [calls, analyses]) {
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201])
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
  }
  expect((await deliveries()).map(({ event }) => event)).toEqual(['call_termination', 'data_event'])
})
