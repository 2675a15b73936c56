import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentId } from './content-id.ts'

const EVENT = {
  event: 'call_termination',
  callback_url: 'https://receiver.example/calls',
  failed_at: '2026-11-21T10:36:00+02:00',
  attempts: [{ at: '2026-11-21T10:00:00+02:00', status: null, error: 'Timed out' }],
  request_json: { call_id: 1, company: { name: 'Müller', reference: 'mueller' } },
}
const idOf = (change: object = {}) => contentId(JSON.stringify({ ...EVENT, ...change }))

test('is an id that fits into links and headers', () => {
  expect(idOf()).toMatch(/^content-[0-9a-f]{32}$/)
})

test.each([
  [
    'spaces and the order of members',
    JSON.stringify(Object.fromEntries(Object.entries(EVENT).reverse()), null, 2),
  ],
  ['escapes', JSON.stringify(EVENT).replace('ü', '\\u00fc')],
  [
    'error texts of its attempts',
    JSON.stringify({ ...EVENT, attempts: [{ error: 'Zeit abgelaufen' }] }),
  ],
  ['unknown fields', JSON.stringify({ ...EVENT, age: '3 minutes' })],
  ['the time zone', JSON.stringify({ ...EVENT, failed_at: '2026-11-21 08:36:00Z' })],
  [
    'a payload that is kept as text',
    JSON.stringify({ ...EVENT, request_json: JSON.stringify(EVENT.request_json) }),
  ],
])('is the same whatever the %s', (_what, text) => {
  expect(contentId(text)).toBe(idOf())
})

test.each([
  { request_json: { call_id: 2 } },
  { callback_url: 'https://receiver.example/other' },
  { event: 'missed_call_saver' },
  { failed_at: '2026-11-21T10:36:01+02:00' },
  { failed_at: 'soon' },
])('is another one with %j', change => {
  expect(idOf(change)).not.toBe(idOf())
})

test('distinguishes digits that a JavaScript number would lose', () => {
  const [one, other] = ['9007199254740992', '9007199254740993'].map(call =>
    contentId(`{"request_json":{"call_id":${call}}}`),
  )
  expect(one).not.toBe(other)
})

test('every item of a list has an id', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(contentId(text)).toMatch(/^content-[0-9a-f]{32}$/)
      expect(contentId(` ${text} `.trim())).toBe(contentId(text))
    }),
  )
})
