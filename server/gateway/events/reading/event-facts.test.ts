import { expect, test } from 'vitest'
import { STANDARD_FIELDS } from '../../../../contract/fields/field-map.ts'
import { readEvent, STANDARD } from '../../../../contract/fields/read-event.ts'
import { eventFacts } from './event-facts.ts'

const factsOf = (item: object) => eventFacts(readEvent(item, STANDARD), '4711')

const ITEM = {
  id: 4711,
  event: 'call_termination',
  callback_url: 'https://Hooks.example.com/calls/?key=1',
  failed_at: '2026-11-21T12:00:00+02:00',
  attempts: [
    { at: '2026-11-21T11:00:00+02:00', status: 502, error: null, duration_ms: 3 },
    { at: '2026-11-21T12:00:00+02:00', status: 503, error: null, duration_ms: 3 },
  ],
  request_json: {
    call_id: 700000042,
    caller_number: '+27825550001',
    tracking_number: '27105550142',
    call_start_stamp: '2026-11-21T08:00:00Z',
    call_end_stamp: '2026-11-21T08:05:00Z',
    company: { name: 'Müller Motors', reference: 'mueller-cpt' },
    contact: { name: 'Lerato' },
    reference: 'Session-48',
  },
}

test('an event has the values by which lists show, sort, filter and find it', () => {
  const { digest, ...facts } = factsOf(ITEM)
  expect(facts).toEqual({
    event_id: '4711',
    event: 'call_termination',
    kind: 'Call',
    callback_url: 'https://Hooks.example.com/calls/?key=1',
    receiver: 'hooks.example.com/calls',
    receiver_key: 'hooks.example.com/calls',
    failed_at: '2026-11-21T10:00:00.000Z',
    at: '2026-11-21T10:00:00.000Z',
    attempt_count: 2,
    status: 503,
    error: null,
    cause_code: null,
    has_outcome: true,
    cause: 'Answered 503, not available',
    cause_key: 'answered 503, not available',
    company: 'Müller Motors',
    company_key: 'muller motors',
    company_reference: 'mueller-cpt',
    has_company: true,
    contact: 'Lerato',
    reference: 'Session-48',
    caller_number: '27825550001',
    caller_key: '27825550001',
    tracking_number: '27105550142',
    call_id: '700000042',
    call_start: '2026-11-21T08:00:00.000Z',
    call_end: '2026-11-21T08:05:00.000Z',
    words: [
      ...['muller motors', 'mueller-cpt', 'session-48', 'lerato'],
      ...['27825550001', '27105550142', '700000042', '4711'],
    ].join('\n'),
    digits: '27825550001 27105550142 700000042 4711',
    has_payload: true,
  })
  expect(digest).toMatch(/^[\da-f]{64}$/)
})

test('an item that describes a delivery without what was sent has no payload', () => {
  expect(factsOf({ request_json: null }).has_payload).toBe(false)
})

test('an event of which nothing is known has names that say so', () => {
  expect(factsOf({ request_json: {} })).toMatchObject({
    kind: 'Unknown',
    receiver: 'Receiver unknown',
    cause: 'The service doesn’t say why',
    company: 'Unknown company',
    has_company: false,
    has_outcome: false,
    status: null,
    at: null,
    words: '4711',
  })
})

test.each([
  ['missed_call_saver', 'Missed Call Saver'],
  ['data_event', 'AI event'],
])('the kind of %s is shown as %s', (event, kind) => {
  expect(factsOf({ ...ITEM, event })).toMatchObject({ event, kind })
})

test.each(['client', 'client.name'])('a company keeps its reference as %s', path => {
  const { company: client, ...call } = ITEM.request_json
  const payload = { ...STANDARD_FIELDS.payload, company: path }
  const map = { ...STANDARD_FIELDS, payload }
  const event = readEvent({ ...ITEM, request_json: { ...call, client } }, { map, zone: 'UTC' })
  expect(eventFacts(event, '1')).toMatchObject({
    company: 'Müller Motors',
    company_reference: 'mueller-cpt',
  })
})

test('a foreign kind keeps its name', () => {
  const item = { ...ITEM, event: 'Number ported' }
  const event = readEvent(item, { map: STANDARD_FIELDS, zone: 'UTC' })
  expect(eventFacts(event, '1')).toMatchObject({ event: 'Number ported', kind: 'Number ported' })
})

test('without a time of the failure, the last attempt counts, and without attempts the end of the call', () => {
  expect(factsOf({ ...ITEM, failed_at: null })).toMatchObject({
    failed_at: '2026-11-21T10:00:00.000Z',
    at: '2026-11-21T10:00:00.000Z',
  })
  expect(factsOf({ ...ITEM, failed_at: null, attempts: [] })).toMatchObject({
    failed_at: null,
    at: '2026-11-21T08:05:00.000Z',
  })
})

test.each(['constructor', '__proto__'])('the kind %s is a foreign kind', kind => {
  const event = readEvent({ ...ITEM, event: kind }, { map: STANDARD_FIELDS, zone: 'UTC' })
  expect(eventFacts(event, '1')).toMatchObject({ event: kind, kind })
})

test.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])('%s is no time', failed_at => {
  expect(factsOf({ ...ITEM, failed_at }).failed_at).toBeNull()
})

test('what PostgreSQL cannot store is replaced', () => {
  const error = 'a\0b\ud800'
  const attempts = [{ status: null, error }]
  const request_json = { company: 'A\0', call_start_stamp: '0000-01-01T00:00:00Z' }
  expect(factsOf({ ...ITEM, attempts, request_json })).toMatchObject({
    error: 'a\ufffdb\ufffd',
    company: 'A\ufffd',
    call_start: null,
  })
})

test('long texts are cut, and large numbers are the largest that fit', () => {
  const attempts = [{ status: 500, error: '🚗'.repeat(1_000) }]
  const company = 'x'.repeat(10_000)
  const item = { ...ITEM, attempts, request_json: { company }, tries: 1e15 }
  const map = { ...STANDARD_FIELDS, item: { ...STANDARD_FIELDS.item, attempt_count: 'tries' } }
  const facts = eventFacts(readEvent(item, { map, zone: 'UTC' }), '4711')
  expect(facts.error).toHaveLength(500)
  expect(facts.company).toHaveLength(500)
  expect(facts.attempt_count).toBe(2_147_483_647)
})

test('the digest changes with each value', () => {
  const other = factsOf({ ...ITEM, attempts: ITEM.attempts.slice(0, 1) })
  expect(other.digest).not.toBe(factsOf(ITEM).digest)
  expect(factsOf({ ...ITEM }).digest).toBe(factsOf(ITEM).digest)
})
