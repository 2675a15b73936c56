import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listOfAttempts } from '../failed-event.ts'
import { moment } from '../time/stamp.ts'
import { FieldMap, STANDARD_FIELDS } from './field-map.ts'
import { formatPath, valueAt } from './field-path.ts'
import { readEvent, readReplayable, STANDARD } from './read-event.ts'
import { recognizeFields } from './recognize-fields.ts'
import { ALL_SHAPES } from './testing/all-shapes.ts'

const NOTHING = FieldMap.parse({ item: {}, attempt: {}, payload: STANDARD_FIELDS.payload })
const read = (item: unknown, fields: Partial<FieldMap['item']>, more: Partial<FieldMap> = {}) =>
  readEvent(item, {
    map: { ...NOTHING, item: { ...NOTHING.item, ...fields }, ...more },
    zone: 'Africa/Johannesburg',
  })

test('the description of a delivery has its call in the object about the webhook, and no payload', () => {
  const webhook = { id: 'w1', payload: { from: '27825550001' } }
  const payload = { ...NOTHING.payload, caller_number: 'payload.from' }
  expect(read({ id: 7, webhook, reason: 'late' }, { id: 'id' }, { payload })).toMatchObject({
    id: '7',
    payload: null,
    call: { caller_number: '27825550001' },
    unknown_fields: { webhook, reason: 'late' },
  })
})

const readStandard = (item: unknown) => readEvent(item, STANDARD)

const WHOLE = {
  id: 7,
  event: 'call_termination',
  callback_url: 'https://receiver.example/calls',
  attempts: [{ at: '2026-11-21T10:00:00+02:00', status: 500, error: null, duration_ms: 9 }],
  failed_at: '2026-11-21T10:36:00+02:00',
  request_json: { call_id: 1 },
}

test('reads the fields of the interface, and keeps the others', () => {
  const event = readStandard({ ...WHOLE, note: 'by hand', retries: 0 })
  expect(event).toMatchObject({ id: '7', payload: { call_id: 1 } })
  expect(event.unknown_fields).toEqual({ note: 'by hand', retries: 0 })
})

test('keeps a known field of another shape among the unknown ones', () => {
  const odd = { event: 'sms', attempts: 4, failed_at: 'yesterday', callback_url: ['a'] }
  const event = readStandard({ ...WHOLE, ...odd })
  expect(event).toMatchObject({ event: 'sms', attempts: [], failed_at: null })
  expect(event.unknown_fields).toEqual(odd)
})

test('treats null as a missing field', () => {
  const event = readStandard({ ...WHOLE, callback_url: null, attempts: null })
  expect(event.unknown_fields).toEqual({})
})

test.each([{ call_id: 1 }, [1, 2], 'text', 5, null])('treats %j as the payload itself', item => {
  expect(readStandard(item)).toMatchObject({ id: null, payload: item, unknown_fields: {} })
})

test('reads as much of each attempt as it can', () => {
  const at = '2026-11-21T10:00:00.000+00:00'
  const attempts = [
    { at, status: '503', answer: 'Sorry' },
    { at: 'yesterday', status: null, error: null, duration_ms: -1 },
    'once more',
  ]
  const nothing = { at: null, status: null, error: null, duration_ms: null }
  expect(readStandard({ ...WHOLE, attempts }).attempts).toEqual([
    { ...nothing, at, status: 503, other_fields: { answer: 'Sorry' }, index: 0 },
    { ...nothing, other_fields: { at: 'yesterday', duration_ms: -1 }, index: 1 },
    { ...nothing, error: 'once more', other_fields: { attempt: 'once more' }, index: 2 },
  ])
})

test.each([
  ['a single one', { status: '500', duration_ms: '12' }, [[500, 12]]],
  [
    'an object of them',
    { first: { status: 500 }, retry_1: { status: 503 } },
    [
      [500, null],
      [503, null],
    ],
  ],
  ['none', {}, []],
])('reads attempts that come as %s', (_what, attempts, read) => {
  const event = readStandard({ ...WHOLE, attempts })
  expect(event.attempts.map(({ status, duration_ms }) => [status, duration_ms])).toEqual(read)
  expect(event.unknown_fields).toEqual({})
})

test.each([
  ['2026-11-21 10:36:00+0200', '2026-11-21T08:36:00.000Z'],
  ['2026-11-21T10:36:00.123456 UTC', '2026-11-21T10:36:00.123Z'],
  [1795253400, '2026-11-21T09:30:00.000Z'],
  ['1795253400123', '2026-11-21T09:30:00.123Z'],
])('reads the moment %j', (failed_at, stamp) => {
  expect(moment(readStandard({ ...WHOLE, failed_at }).failed_at)).toBe(stamp)
})

test.each(['yesterday', '02/11/2026 10:36', 7, true])(
  'rejects the timestamp %j and keeps the raw value',
  failed_at => {
    const event = readStandard({ ...WHOLE, failed_at })
    expect(event).toMatchObject({ failed_at: null, unknown_fields: { failed_at } })
  },
)

test.each([true, '', 'a\0', '\ud800', 'x'.repeat(501), {}])(
  'does not accept %j as an id, and keeps it',
  id => {
    expect(readStandard({ ...WHOLE, id })).toMatchObject({ id: null, unknown_fields: { id } })
  },
)

test('parses JSON that is stored as text, and keeps any other text', () => {
  const payloadOf = (request_json: unknown) => readStandard({ ...WHOLE, request_json }).payload
  expect(payloadOf('{"call_id": 1}')).toEqual({ call_id: 1 })
  expect(payloadOf(" {'call_id': 1}")).toBe(" {'call_id': 1}")
  expect(payloadOf('7')).toBe('7')
  const { payload, call } = readStandard('{"call_id": 1}')
  expect(payload).toEqual({ call_id: 1 })
  // Otherwise the page would look for fields with other names.
  expect(call).toBe(payload)
})

test('reads any item without failing', () => {
  fc.assert(
    fc.property(fc.anything(), fc.jsonValue(), (anything, json) => {
      readStandard(anything)
      readStandard(json)
      readStandard(Object.fromEntries(Object.keys(WHOLE).map(name => [name, anything])))
    }),
  )
})

test.each([
  [['a'], 'not a URL: ["a"]'],
  [{ url: 'https://hooks.example/' }, 'not a URL: {"url":"https://hooks.example/"}'],
  [7, 'not a URL: 7'],
  ['None', 'None'],
  ['', null],
  ['  ', null],
  [null, null],
  [false, null],
])('the receiver %j is never taken for none', (callback_url, receiver) => {
  expect(readStandard({ ...WHOLE, callback_url }).callback_url).toBe(receiver)
  expect(readReplayable({ ...WHOLE, callback_url }, STANDARD).callback_url).toBe(receiver)
})

test('reads a cause of our own service, and keeps a foreign one as an unknown field', () => {
  const cause = { code: 'timeout', seconds: 10 }
  const item = {
    attempts: [
      { error: 'too slow', cause },
      { error: 'too slow', cause: 'EPIPE' },
    ],
  }
  const { attempts, outcome } = readEvent(item, { map: STANDARD_FIELDS, zone: 'UTC' })
  expect(attempts).toMatchObject([
    { cause, other_fields: {} },
    { other_fields: { cause: 'EPIPE' } },
  ])
  expect(attempts[0]?.other_fields).toEqual({})
  expect(outcome).not.toHaveProperty('cause')
})

describe('times', () => {
  test('without a zone are read in the service’s zone, and all are returned in it', () => {
    expect(read({ t: '2026-11-22 12:00:00' }, { failed_at: 't' }).failed_at).toBe(
      '2026-11-22T12:00:00.000+02:00',
    )
    expect(read({ t: 1795341600 }, { failed_at: 't' }).failed_at).toBe(
      '2026-11-22T12:00:00.000+02:00',
    )
    const dayFirst = read({ t: '02/11/2026 12:00' }, { failed_at: 't' }, { day_first: true })
    expect(dayFirst.failed_at).toBe('2026-11-02T12:00:00.000+02:00')
  })

  test('that cannot be read stay in the other fields', () => {
    const event = read({ t: 'yesterday', request_json: {} }, { failed_at: 't' })
    expect(event).toMatchObject({ failed_at: null, unknown_fields: { t: 'yesterday' } })
  })

  test('that cannot be read are not replaced by the time of an attempt', () => {
    const attempts = [{ when: '2026-11-22T12:00:00Z' }]
    const attempt = { ...NOTHING.attempt, at: 'when' }
    const item = { attempts, failed_at: 'Saturday morning' }
    expect(read(item, { attempts: 'attempts' }, { attempt }).failed_at).toBeNull()
  })

  test('of an item without request_json count only if the map names them', () => {
    const item = { failed_at: '2026-11-22T12:00:00Z' }
    expect(read(item, {}).failed_at).toBeNull()
    expect(read(item, { failed_at: 'failed_at' }).failed_at).toBe('2026-11-22T14:00:00.000+02:00')
    expect(read({ ...item, request_json: {} }, {}).failed_at).toBe('2026-11-22T14:00:00.000+02:00')
  })

  test('of the last attempt count if the time of the failure is unknown', () => {
    const attempts = [{ when: '2026-11-22T12:36:00Z' }, { when: '2026-11-22T12:00:00Z' }]
    const attempt = { ...NOTHING.attempt, at: 'when' }
    const event = read({ attempts }, { attempts: 'attempts' }, { attempt })
    expect(event.failed_at).toBe('2026-11-22T14:36:00.000+02:00')
    expect(event.attempts.map(({ at }) => at)).toEqual([
      '2026-11-22T14:00:00.000+02:00',
      '2026-11-22T14:36:00.000+02:00',
    ])
  })
})

describe('the outcome', () => {
  test.each([
    [503, null, { status: 503, error: null }],
    ['503', null, { status: 503, error: null }],
    ['HTTP 503', null, { status: 503, error: null }],
    [0, 'Connection refused', { status: null, error: 'Connection refused' }],
    [0, null, { status: null, error: null }],
    [null, 'Request failed with status code 404', { status: 404, error: expect.any(String) }],
    [null, '', null],
    [null, null, null],
    [2, {}, null],
  ])('of status %j and error %j is %j', (s, e, outcome) => {
    expect(read({ s, e }, { status: 's', error: 'e' }).outcome).toEqual(outcome)
  })

  test('is that of the last attempt if the item has none', () => {
    const attempts = [{ code: 500 }, { code: 404 }]
    const attempt = { ...NOTHING.attempt, status: 'code' }
    const event = read({ attempts }, { attempts: 'attempts' }, { attempt })
    expect(event).toMatchObject({ outcome: { status: 404 }, attempt_count: 2 })
  })
})

describe('the payload', () => {
  const fields = {
    ...STANDARD_FIELDS.payload,
    call_id: 'call.sid',
    caller_number: 'from',
    call_start_stamp: 'began',
    call_end_stamp: 'ended',
    call_duration: 'length',
  }

  test('stays unchanged, and is read by the names of the interface', () => {
    const payload = { call: { sid: 'CA1' }, from: '+27825550001', began: 1795341600, other: 1 }
    const event = read({ request_json: payload }, {}, { payload: fields })
    expect(event.payload).toBe(payload)
    expect(event.call).toMatchObject({
      call_id: 'CA1',
      caller_number: '+27825550001',
      call_start_stamp: '2026-11-22T12:00:00.000+02:00',
    })
  })

  test('may be stored as text', () => {
    const event = read({ request_json: '{"from": "27825550001"}' }, {}, { payload: fields })
    expect(event.call).toMatchObject({ caller_number: '27825550001' })
  })

  test.each([
    [95, 95],
    [95_000, 95],
  ])('has a duration of %i as %i seconds, by the times of the call', (length, seconds) => {
    const payload = { began: 1795341600, ended: 1795341695, length }
    const event = read({ request_json: payload }, {}, { payload: fields })
    expect(event.call).toMatchObject({ call_duration: seconds })
  })
})

describe('kinds of events', () => {
  test.each([
    ['call_termination', 'call_termination'],
    ['call.ended', 'call_termination'],
    ['CALL_COMPLETED', 'call_termination'],
    ['missedCall', 'missed_call_saver'],
    ['transcription.ready', 'data_event'],
    ['invoice.paid', 'invoice.paid'],
    ['', null],
    [7, null],
  ])('%j is %j', (kind, event) => {
    expect(read({ kind }, { event: 'kind' }).event).toBe(event)
  })
})

test.each(ALL_SHAPES)('every field of $name stays readable', ({ items, range }) => {
  const map = recognizeFields(items, { zone: 'UTC', range })
  for (const item of items) {
    const event = readEvent(item, { map, zone: 'UTC' })
    const isEnvelope = typeof item === 'object' && item !== null && 'request_json' in item
    const shown = new Set(Object.keys(event.unknown_fields))
    const read = Object.values(map.item)
    for (const { index } of event.attempts) {
      expect(listOfAttempts(valueAt(item, event.attempts_path))).toHaveProperty([index])
    }
    const lost = Object.entries(isEnvelope ? item : {}).filter(
      ([name, value]) =>
        name !== 'request_json' &&
        value !== null &&
        !shown.has(name) &&
        !read.includes(formatPath([name])),
    )
    expect(lost).toEqual([])
  }
})
