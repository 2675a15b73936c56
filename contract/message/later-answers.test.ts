import { expect, test } from 'vitest'
import { timesIn } from '../time/times-in.ts'
import { composeMessage } from './compose-message.ts'
import { messageEventWith } from './testing/message-event-with.ts'

const TIMES = timesIn('Africa/Johannesburg')
const MASKED = { audience: 'customer', language: 'en', showsCallers: false } as const

const failed = (at: string, error: string | number, url = 'https://hooks.example/mueller') =>
  messageEventWith({
    failedAt: `2026-11-${at}+02:00`,
    url,
    outcome: typeof error === 'number' ? { status: error, error: null } : { status: null, error },
  })
const compose = (events: ReturnType<typeof failed>[], evidence: typeof events = []) =>
  composeMessage(events, { times: TIMES, options: MASKED, evidence }).text

const EXPIRED = 'certificate has expired'

test('eight calls with an expired certificate, then seven answered 500: nobody has to renew it', () => {
  const text = compose([
    ...[1, 2, 3, 4, 5, 6, 7].map(n => failed(`25T20:0${n}:00`, EXPIRED)),
    failed('25T21:33:00', EXPIRED),
    ...[1, 2, 3, 4, 5, 6, 7].map(n => failed(`26T07:3${n}:00`, 500)),
  ])
  expect(text).not.toContain('renew')
  expect(text).toContain('Nothing: no longer seen since 25 Nov, 21:33:00.')
  expect(text).toContain('This was from 25 Nov, 20:01:00 to 25 Nov, 21:33:00.')
  expect(text).toContain('This was from 26 Nov, 07:31:00 to 26 Nov, 07:37:00.')
  expect(text.indexOf('What happened (7 of 15)')).toBeLessThan(
    text.indexOf('What happened earlier (8 of 15)'),
  )
  expect(text).toContain('will send it again once this is fixed')
})

test.each([
  ['getaddrinfo ENOTFOUND hooks.example', 404, 'its name is still registered'],
  ['connect ECONNREFUSED 192.0.2.1:443', 500, 'firewall'],
  ['connect ECONNREFUSED 192.0.2.1:443', 'certificate has expired', 'firewall'],
  ['self-signed certificate', 302, 'known authority'],
  ['tls: handshake failure', 503, 'over HTTPS'],
  ['tlsv13 alert certificate required', 400, 'without a client certificate'],
  ['getaddrinfo EAI_AGAIN hooks.example', 'certificate has expired', 'check its name servers'],
])('%s is gone once the receiver got as far as %s', (before, after, task) => {
  const text = compose([failed('25T08:00:00', before), failed('25T09:00:00', after)])
  expect(text).toContain('no longer seen since 25 Nov, 08:00:00')
  expect(text).not.toContain(task)
})

test.each([
  ['the answer came before', [failed('25T08:00:00', 500), failed('25T09:00:00', EXPIRED)]],
  [
    'it was seen again',
    [failed('25T08:00:00', EXPIRED), failed('25T09:00:00', 500), failed('25T10:00:00', EXPIRED)],
  ],
  [
    'another receiver answered',
    [failed('25T08:00:00', EXPIRED), failed('25T09:00:00', 500, 'https://other.example/hook')],
  ],
  ['a later timeout', [failed('25T08:00:00', EXPIRED), failed('25T09:00:00', 'Read timed out')]],
  [
    'an unknown time',
    [{ ...failed('25T08:00:00', EXPIRED), at: null }, failed('25T09:00:00', 500)],
  ],
])('a certificate still has to be renewed if %s', (_, events) => {
  expect(compose(events)).toContain('renew the certificate')
})

test('an answer does not disprove another answer', () => {
  const text = compose([failed('25T08:00:00', 404), failed('25T09:00:00', 500)])
  expect(text).toContain('restore this address')
})

test('causes that a later failure replaced come last, as earlier ones, and are asked about with a condition', () => {
  const text = compose([
    failed('22T08:00:00', 404),
    failed('25T08:00:00', 500),
    failed('24T08:00:00', 503, 'https://other.example/hook'),
  ])
  expect(text.match(/What (also )?happened.*|answered \d+|If this [^:]*/g)).toEqual([
    'What happened (1 of 3)',
    'answered 500',
    'What also happened (1 of 3)',
    'answered 503',
    'What happened earlier (1 of 3)',
    'answered 404',
    'If this has not been fixed yet',
  ])
})

test('of causes that overlap in time, none is earlier, and the one with the most events comes first', () => {
  const text = compose([
    ...['24T08:00:00', '25T08:00:00', '26T07:02:45'].map(at => failed(at, 500)),
    ...['24T09:00:00', '26T07:03:52'].map(at => failed(at, 503)),
    failed('22T08:00:00', 404),
  ])
  expect(text.match(/What (also )?happened.*|answered \d+|This was from.*|If this/g)).toEqual([
    'What happened (3 of 6)',
    'answered 500',
    'This was from 24 Nov, 08:00:00 to 26 Nov, 07:02:45.',
    'What also happened (2 of 6)',
    'answered 503',
    'This was from 24 Nov, 09:00:00 to 26 Nov, 07:03:52.',
    'What happened earlier (1 of 6)',
    'answered 404',
    'If this',
  ])
})

test('a cause that a later answer disproves is over, although the other cause began before it', () => {
  const text = compose([
    failed('25T07:00:00', 500),
    ...['25T08:00:00', '25T09:00:00'].map(at => failed(at, EXPIRED)),
    failed('25T10:00:00', 500),
  ])
  expect(text).toMatch(/What happened \(2 of 4\).*What happened earlier \(2 of 4\)/s)
})

test('a message about one cause knows of later events of another, and asks for no reply', () => {
  const text = compose([failed('25T08:00:00', EXPIRED)], [failed('26T09:00:00', 503)])
  expect(text).toContain('no longer seen since 25 Nov, 08:00:00')
  expect(text).toContain('You do not need to reply.')
})
