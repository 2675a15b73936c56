import { expect, test } from 'vitest'
import { FailedEvent } from './failed-event.ts'

const WHOLE = {
  id: 7,
  event: 'call_termination',
  callback_url: 'https://receiver.example/calls',
  attempts: [{ at: '2026-11-21T10:00:00+02:00', status: 500, error: null, duration_ms: 9 }],
  failed_at: '2026-11-21T10:36:00+02:00',
  request_json: { call_id: 1 },
}

test('reads what the interface names, and shows the rest', () => {
  const event = FailedEvent.parse({ ...WHOLE, note: 'by hand', retries: null })
  expect(event).toMatchObject({ id: '7', payload: { call_id: 1 } })
  expect(event.unknown_fields).toEqual({ note: 'by hand', retries: null })
})

test('keeps a known field of another shape among the unknown ones', () => {
  const odd = { event: 'sms', attempts: 4, failed_at: 'yesterday', callback_url: ['a'] }
  const event = FailedEvent.parse({ ...WHOLE, ...odd })
  expect(event).toMatchObject({ event: null, attempts: [], failed_at: null, callback_url: null })
  expect(event.unknown_fields).toEqual(odd)
})

test('takes null for a field that is not there', () => {
  const event = FailedEvent.parse({ ...WHOLE, callback_url: null, attempts: null })
  expect(event.unknown_fields).toEqual({})
})

test.each([{ call_id: 1 }, [1, 2], 'text', 5, null])('takes %j as the payload itself', item => {
  expect(FailedEvent.parse(item)).toMatchObject({ id: null, payload: item, unknown_fields: {} })
})

test('reads of each attempt what it can', () => {
  const attempts = [
    { at: '2026-11-21T10:00:00+02:00', status: '503', answer: 'Sorry' },
    { at: 'yesterday', status: null, error: null, duration_ms: -1 },
    'once more',
  ]
  expect(FailedEvent.parse({ ...WHOLE, attempts }).attempts).toEqual([
    {
      at: '2026-11-21T10:00:00+02:00',
      status: 503,
      error: null,
      duration_ms: null,
      other_fields: { answer: 'Sorry' },
    },
    {
      at: null,
      status: null,
      error: null,
      duration_ms: null,
      other_fields: { at: 'yesterday', duration_ms: -1 },
    },
    {
      at: null,
      status: null,
      error: null,
      duration_ms: null,
      other_fields: { attempt: 'once more' },
    },
  ])
})
