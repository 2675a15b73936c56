import { expect, test } from 'vitest'
import { callOfPayload } from './call-of-payload.ts'

const read = (payload: unknown) => callOfPayload(JSON.stringify(payload), 'Africa/Johannesburg')

test('reads company, numbers and the time of the call', () => {
  expect(
    read({
      company: { name: 'Acme Cars', reference: 'acme' },
      caller_number: '27825550001',
      tracking_number: 27105550142,
      call_start_stamp: '2026-11-21T09:30:00Z',
      call_end_stamp: '2026-11-21T09:31:00Z',
    }),
  ).toEqual({
    company: 'Acme Cars',
    caller_number: '27825550001',
    tracking_number: '27105550142',
    at: '2026-11-21T11:30:00.000+02:00',
  })
})

test.each([
  [{ company: 'Acme Cars' }, { company: 'Acme Cars' }],
  [{ company: { name: [] }, call_start_stamp: 'soon', caller_number: '1' }, { caller_number: '1' }],
  [{ call_end_stamp: '2026-11-21T09:31:00+02:00' }, { at: '2026-11-21T09:31:00.000+02:00' }],
])('reads the fields that are there: %j', (payload, expected) => {
  expect(read(payload)).toEqual({
    company: null,
    caller_number: null,
    tracking_number: null,
    at: null,
    ...expected,
  })
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"company":{}}',
  '7',
  '{"caller_number":""}',
  '{"call_end_stamp":"9999-12-31T23:59:00Z"}',
])('reads nothing from %j', payload => {
  expect(callOfPayload(payload, 'UTC')).toBeNull()
})
