import { beforeEach, expect, test } from 'vitest'
import { NOW } from '../../testing/test-service.ts'
import {
  ANALYSIS,
  CALL,
  CALLER,
  NUMBER,
  SETTINGS,
  serviceWithSwitch,
} from '../telephony/testing/telephone-switch.ts'
import type { NumberSettings } from '../telephony/tracking-number-repository.ts'

const TERMINATION =
  `{"call_id":1,"tracking_number":"${NUMBER}","caller_number":"${CALLER}",` +
  '"call_start_stamp":"2026-11-21T10:00:00.000+02:00","call_end_stamp":"2026-11-21T10:01:30.500+02:00",' +
  '"call_duration":91,"answered":true,"recording_url":"https://recordings.example/1",' +
  '"company":{"name":"Acme Motors","reference":"ACME"},' +
  '"contact":{"reference":"A-1","name":"Thandi"},"reference":"session-1"}'

const REFUSED: [what: string, change: object, answer: unknown][] = [
  [
    'an unknown tracking number',
    { tracking_number: '27999999999' },
    { tracking_number: ['There is no tracking number 27999999999.'] },
  ],
  [
    'an end before the start',
    { call_end_stamp: '2026-11-21T07:59:59Z' },
    { call_end_stamp: ['A call cannot end before it starts.'] },
  ],
  ...['2026-11-21T08:59:59', 'yesterday', '', '2026-02-30T08:00:00Z', '1795251599'].flatMap(
    (stamp): [string, object, unknown][] =>
      ['call_start_stamp', 'call_end_stamp'].map(field => [
        `${JSON.stringify(stamp)} as ${field}`,
        { [field]: stamp },
        { [field]: [expect.stringMatching(/^Datetime has wrong format\. /)] },
      ]),
  ),
  [
    'a stamp of another century',
    { call_end_stamp: '9999-12-31T23:59:59-12:00' },
    { call_end_stamp: ['Enter a time between the years 2000 and 2099.'] },
  ],
  [
    'a start of another century',
    { call_start_stamp: '9999-12-31T23:59:59Z' },
    { call_start_stamp: ['Enter a time between the years 2000 and 2099.'] },
  ],
  ...[
    '',
    'recording-1',
    'javascript:alert(1)',
    'ftp://recordings.example/1',
    'https:recordings.example/1',
    'https://',
    'https://recordings.example/a b',
    'https://recordings.example/\0',
  ].map((recording_url): [string, object, unknown] => [
    `${JSON.stringify(recording_url)} as a recording`,
    { recording_url },
    { recording_url: [expect.any(String)] },
  ]),
  [
    'a caller that is none',
    { caller_number: '0821234567' },
    { caller_number: [expect.stringContaining('7 to 15 digits')] },
  ],
  [
    'no caller at all',
    { caller_number: undefined },
    { caller_number: ['This field is required.'] },
  ],
  ['a null character', { reference: 'a\0b' }, { reference: ['Null characters are not allowed.'] }],
  [
    'half a character',
    { contact: { reference: 'A-1', name: '\ud800' } },
    { contact: { name: ['This text is not valid Unicode.'] } },
  ],
  ['an id that is text', { call_id: '1' }, { call_id: ['A valid integer is required.'] }],
  ['an id that is a fraction', { call_id: 1.5 }, { call_id: ['A valid integer is required.'] }],
  ['an id that is no id', { call_id: 0 }, { call_id: ['Ensure this value is greater than 0.'] }],
  [
    'an id too large',
    { call_id: 2 ** 60 },
    { call_id: [expect.stringMatching(/^Ensure this value is less than or equal to /)] },
  ],
  [
    'a duration below nothing',
    { call_duration: -1 },
    { call_duration: ['Ensure this value is greater than or equal to 0.'] },
  ],
  ['answered in words', { answered: 'yes' }, { answered: ['Must be a valid boolean.'] }],
]

const { service, ask } = await serviceWithSwitch('P-1')
beforeEach(async () => {
  const { db } = service.database
  await db.deleteFrom('delivery').execute()
  await db.deleteFrom('tracked_call').execute()
  await ask('PUT', `tracking_numbers/${NUMBER}/`, SETTINGS)
})

/** Sets columns that the interface refuses to set together, such as a flag without its URL. */
const configured = (change: Partial<NumberSettings>) =>
  service.database.db
    .updateTable('tracking_number')
    .set(change)
    .where('phone_number', '=', NUMBER)
    .execute()
const deliveries = () =>
  service.database.db.selectFrom('delivery').selectAll().orderBy('id').execute()

test("an ended call creates its event, byte for byte, in the service's time zone", async () => {
  const answer = await ask('POST', 'calls/', CALL)
  const made = await deliveries()
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    call_id: 1,
    deliveries: [{ id: made[0]?.id, event: 'call_termination' }],
  })
  expect(made).toEqual([
    expect.objectContaining({
      event: 'call_termination',
      callback_url: SETTINGS.call_term_callbacks,
      payload: TERMINATION,
      state: 'waiting',
      attempts: 0,
      next_attempt_at: NOW,
    }),
  ])
})

test('a missed call creates two; absent values are omitted, and a withheld number is anonymous', async () => {
  const { recording_url, reference, ...call } = CALL
  const missed = { ...call, call_id: 2, answered: false, caller_number: null, call_duration: 0 }
  expect(await ask('POST', 'calls/', missed)).toMatchObject({ status: 201 })
  const common = {
    call_id: 2,
    tracking_number: NUMBER,
    caller_number: 'anonymous',
    call_start_stamp: '2026-11-21T10:00:00.000+02:00',
    call_end_stamp: '2026-11-21T10:01:30.500+02:00',
    call_duration: 0,
    company: { name: 'Acme Motors', reference: 'ACME' },
  }
  const made = await deliveries()
  expect(made.map(({ event, callback_url }) => [event, callback_url])).toEqual([
    ['call_termination', SETTINGS.call_term_callbacks],
    ['missed_call_saver', SETTINGS.mcs_call_term_callbacks],
  ])
  expect(made.map(({ payload }) => JSON.parse(payload))).toEqual([
    { ...common, answered: false, contact: null },
    common,
  ])
})

test.each([
  ['Missed Call Saver is not active', { missed_call_saver: false }, ['call_termination']],
  ['it has no URL', { mcs_call_term_callbacks: null }, ['call_termination']],
  ['no call termination is wanted', { call_term_callbacks: null }, ['missed_call_saver']],
  ['there are no URLs', { call_term_callbacks: null, mcs_call_term_callbacks: null }, []],
])('where %s, a missed call makes fewer', async (_what, change, events) => {
  await configured(change)
  const { status, body } = await ask('POST', 'calls/', { ...CALL, answered: false })
  expect(status).toBe(201)
  expect(body).toMatchObject({ deliveries: events.map(event => ({ event })) })
  expect((await deliveries()).map(({ event }) => event)).toEqual(events)
})

test('unknown fields are named in the answer, and no payload contains them', async () => {
  const call = { ...CALL, recording_ul: 'https://a.example/', contact: { ...CALL.contact, id: 7 } }
  expect(await ask('POST', 'calls/', call)).toMatchObject({
    status: 201,
    body: { ignored_fields: ['recording_ul', 'contact.id'] },
  })
  expect(await ask('POST', 'analyses/', { ...ANALYSIS, model: 'v3' })).toMatchObject({
    status: 201,
    body: { ignored_fields: ['model'] },
  })
  const [termination] = await deliveries()
  expect(termination?.payload).toBe(TERMINATION)
})

test.each([
  ['112', '112'],
  ['2010', '2010'],
  ['anonymous', 'anonymous'],
  ['Restricted', 'anonymous'],
  ['UNKNOWN', 'anonymous'],
  ['', 'anonymous'],
])('receivers get the caller number %j as %j', async (caller_number, sent) => {
  expect(await ask('POST', 'calls/', { ...CALL, caller_number })).toMatchObject({ status: 201 })
  const [{ payload } = { payload: '' }] = await deliveries()
  expect(JSON.parse(payload)).toMatchObject({ caller_number: sent })
})

// The formats that the error message about a stamp names.
test.each([
  '2026-11-21T08:00Z',
  '2026-11-21T10:00+02:00',
  '2026-11-21T03:00-05:00',
  '2026-11-21T08:00:00Z',
  '2026-11-21T10:00:00+02:00',
  '2026-11-21T08:00:00.123456Z',
  '2026-11-21T03:00:00.1-05:00',
])('the stamp %s is accepted', async call_start_stamp => {
  const call = { ...CALL, call_start_stamp, call_end_stamp: call_start_stamp }
  expect(await ask('POST', 'calls/', call)).toMatchObject({ status: 201 })
  const [{ payload } = { payload: '' }] = await deliveries()
  expect(JSON.parse(payload)).toMatchObject({
    call_start_stamp: expect.stringMatching(/^2026-11-21T10:00:00\.\d{3}\+02:00$/),
  })
})

test('a completed analysis creates its event, once', async () => {
  await ask('POST', 'calls/', CALL)
  const first = await ask('POST', 'analyses/', ANALYSIS)
  const made = (await deliveries()).find(({ event }) => event === 'data_event')
  expect(first.status).toBe(201)
  expect(first.body).toEqual({ call_id: 1, deliveries: [{ id: made?.id, event: 'data_event' }] })
  expect(made).toMatchObject({
    callback_url: SETTINGS.call_term_callbacks,
    payload:
      `{"call_id":1,"tracking_number":"${NUMBER}","company":{"name":"Acme Motors","reference":"ACME"},` +
      '"intent":"buy","outcome":"test drive","vehicle":null,"sentiment":"positive"}',
  })
  expect(await ask('POST', 'analyses/', ANALYSIS)).toMatchObject({ status: 200, body: first.body })
  expect(await ask('POST', 'analyses/', { ...ANALYSIS, intent: 'sell' })).toMatchObject({
    status: 409,
    body: {
      detail: expect.stringMatching(/^The analysis of call 1 was reported .* content in intent\. /),
    },
  })
  expect(await deliveries()).toHaveLength(2)
})

test.each([{ ai_enabled: false }, { call_term_callbacks: null }])(
  'an analysis creates nothing if %j',
  async change => {
    await configured(change)
    await ask('POST', 'calls/', CALL)
    expect(await ask('POST', 'analyses/', ANALYSIS)).toMatchObject({
      status: 201,
      body: { call_id: 1, deliveries: [] },
    })
    expect(await ask('POST', 'analyses/', ANALYSIS)).toMatchObject({ status: 200 })
  },
)

test('an analysis of a call that was never reported is a 404, and may be sent again', async () => {
  expect(await ask('POST', 'analyses/', ANALYSIS)).toMatchObject({
    status: 404,
    body: { detail: 'Call 1 was never reported. Report its end first.' },
  })
  await ask('POST', 'calls/', CALL)
  expect(await ask('POST', 'analyses/', ANALYSIS)).toMatchObject({ status: 201 })
})

test.each(REFUSED)('%s is refused', async (_what, change, answer) => {
  const refused = await ask('POST', 'calls/', { ...CALL, ...change })
  expect(refused.status).toBe(400)
  expect(refused.body).toEqual(answer)
  expect(await deliveries()).toEqual([])
})
