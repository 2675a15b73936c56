import { describe, expect, test } from 'vitest'
import { eventFacts } from './event-facts.ts'
import { eventSearch } from './event-search.ts'

const PAYLOAD = {
  call_id: 700000042,
  caller_number: '27825550001',
  tracking_number: '27105550142',
  company: { name: 'Müller Motors', reference: 'mueller-cpt' },
  reference: 'session-482913-8f14',
}

const facts = eventFacts({
  page: 1,
  key: '1042',
  event: {
    id: '1042',
    event: 'call_termination',
    callback_url: 'https://hooks.mueller.example/calls',
    attempts: [
      {
        ...{ at: '2026-11-21T09:30:00Z', status: 503, error: null, duration_ms: 9 },
        ...{ other_fields: {}, index: 0 },
      },
    ],
    failed_at: '2026-11-21T09:30:00Z',
    attempts_path: [],
    attempt_count: 1,
    outcome: { status: 503, error: null },
    payload: PAYLOAD,
    call: PAYLOAD,
    unknown_fields: {},
  },
})

describe('the search', () => {
  test.each([
    '',
    '  ',
    '27825550001',
    '+27 82 555 0001',
    '082 555 0001',
    '0825550001',
    '(082) 555-0001',
    '0027 82 555 0001',
    '+27 (0)82 555 0001',
    '+27 (0) 82 555-0001',
    '0027(0)825550001',
    'tel:+27825550001',
    "'tel:+27825550001",
    '\u202a+27\u00a082\u2011555\u20110001\u202c',
    '0825550001 0105550142',
    '0825550001 700000042',
    '082 555 0001 +27 10 555 0142',
    '1042 muller 0825550001',
    '0001',
    '010 555',
    '700000042',
    '1042',
    'Müller',
    'muller',
    'MOTORS müll',
    'mueller-cpt',
    'session-482913',
    'session\u2011482913',
    'hooks.mueller.example',
    '503',
    'not available',
    'muller 082 555',
    '082 muller 555',
  ])('finds it by “%s”', searchText => {
    expect(eventSearch(searchText)(facts)).toBe(true)
  })

  test.each([
    '083 555 0001',
    'acme',
    'muller acme',
    '27825550001 9',
    '0825550001 0105550143',
    '504',
    'motors 084',
  ])('does not find it by “%s”', searchText => {
    expect(eventSearch(searchText)(facts)).toBe(false)
  })
})
