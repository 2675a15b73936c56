import { expect, test } from 'vitest'
import { eventTitle } from './event-identity.ts'

const CALL = { company: null, caller_number: '27825550001', tracking_number: null, at: null }
const BY_CONTENT = `content-${'0a'.repeat(16)}`

test.each([
  ['1042', { ...CALL, company: 'Acme Cars' }, 'Acme Cars'],
  ['1042', CALL, 'Event 1042'],
  ['1042', null, 'Event 1042'],
  [BY_CONTENT, { ...CALL, company: 'Acme Cars' }, 'Acme Cars'],
  [BY_CONTENT, CALL, 'Unknown company'],
  [BY_CONTENT, null, 'Unknown company'],
])('the event %s of %j is called %s', (event_id, call, title) => {
  expect(eventTitle({ event_id, call })).toBe(title)
})
