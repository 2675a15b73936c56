import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FailedEvent, ReplayableEvent } from './failed-event.ts'

const WHOLE = {
  id: 7,
  event: 'call_termination',
  callback_url: 'https://receiver.example/calls',
  attempts: [{ at: '2026-11-21T10:00:00+02:00', status: 500, error: null, duration_ms: 9 }],
  failed_at: '2026-11-21T10:36:00+02:00',
  request_json: { call_id: 1 },
}

test('reads the fields of the interface, and keeps the others', () => {
  const event = FailedEvent.parse({ ...WHOLE, note: 'by hand', retries: null })
  expect(event).toMatchObject({ id: '7', payload: { call_id: 1 } })
  expect(event.unknown_fields).toEqual({ note: 'by hand', retries: null })
})

test('keeps a known field of another shape among the unknown ones', () => {
  const odd = { event: 'sms', attempts: 4, failed_at: 'yesterday', callback_url: ['a'] }
  const event = FailedEvent.parse({ ...WHOLE, ...odd })
  expect(event).toMatchObject({ event: null, attempts: [], failed_at: null })
  expect(event.unknown_fields).toEqual(odd)
})

test('treats null as a missing field', () => {
  const event = FailedEvent.parse({ ...WHOLE, callback_url: null, attempts: null })
  expect(event.unknown_fields).toEqual({})
})

test.each([{ call_id: 1 }, [1, 2], 'text', 5, null])('treats %j as the payload itself', item => {
  expect(FailedEvent.parse(item)).toMatchObject({ id: null, payload: item, unknown_fields: {} })
})

test('reads as much of each attempt as it can', () => {
  const at = '2026-11-21T10:00:00+02:00'
  const attempts = [
    { at, status: '503', answer: 'Sorry' },
    { at: 'yesterday', status: null, error: null, duration_ms: -1 },
    'once more',
  ]
  const nothing = { at: null, status: null, error: null, duration_ms: null }
  expect(FailedEvent.parse({ ...WHOLE, attempts }).attempts).toEqual([
    { ...nothing, at, status: 503, other_fields: { answer: 'Sorry' }, index: 0 },
    { ...nothing, other_fields: { at: 'yesterday', duration_ms: -1 }, index: 1 },
    { ...nothing, other_fields: { attempt: 'once more' }, index: 2 },
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
  const event = FailedEvent.parse({ ...WHOLE, attempts })
  expect(event.attempts.map(({ status, duration_ms }) => [status, duration_ms])).toEqual(read)
  expect(event.unknown_fields).toEqual({})
})

test.each([
  ['2026-11-21 10:36:00+0200', '2026-11-21T10:36:00+02:00'],
  ['2026-11-21T10:36:00.123456 UTC', '2026-11-21T10:36:00.123456Z'],
  [1795253400, '2026-11-21T09:30:00.000Z'],
  ['1795253400123', '2026-11-21T09:30:00.123Z'],
])('reads the moment %j', (failed_at, stamp) => {
  expect(FailedEvent.parse({ ...WHOLE, failed_at }).failed_at).toBe(stamp)
})

test.each(['2026-11-21T10:36:00', '21/11/2026 10:36', 7, true])(
  'rejects the timestamp %j and keeps the raw value',
  failed_at => {
    const event = FailedEvent.parse({ ...WHOLE, failed_at })
    expect(event).toMatchObject({ failed_at: null, unknown_fields: { failed_at } })
  },
)

test.each([true, '', 'a\0', '\ud800', 'x'.repeat(501), {}])(
  'does not accept %j as an id, and keeps it',
  id => {
    expect(FailedEvent.parse({ ...WHOLE, id })).toMatchObject({ id: null, unknown_fields: { id } })
  },
)

test('parses JSON that is stored as text, and keeps any other text', () => {
  const payloadOf = (request_json: unknown) => FailedEvent.parse({ ...WHOLE, request_json }).payload
  expect(payloadOf('{"call_id": 1}')).toEqual({ call_id: 1 })
  expect(payloadOf(" {'call_id': 1}")).toBe(" {'call_id': 1}")
  expect(payloadOf('7')).toBe('7')
  expect(FailedEvent.parse('{"call_id": 1}').payload).toEqual({ call_id: 1 })
})

test('reads any item without failing', () => {
  fc.assert(
    fc.property(fc.anything(), fc.jsonValue(), (anything, json) => {
      FailedEvent.parse(anything)
      FailedEvent.parse(json)
      FailedEvent.parse(Object.fromEntries(Object.keys(WHOLE).map(name => [name, anything])))
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
  expect(FailedEvent.parse({ ...WHOLE, callback_url }).callback_url).toBe(receiver)
  expect(ReplayableEvent.parse({ ...WHOLE, callback_url }).callback_url).toBe(receiver)
})
