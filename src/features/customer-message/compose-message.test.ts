import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { CauseCode } from '../../../contract/cause.ts'
import type { Outcome } from '../../../contract/event/failure-cause.ts'
import { composeMessage } from '../../../contract/message/compose-message.ts'
import { readersOf } from '../../../contract/message/message-event.ts'
import {
  curlCommand,
  MESSAGE_NOUNS,
  maskNumber,
} from '../../../contract/message/message-sections.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import { messageEventWith as event } from './testing/message-event-with.ts'

const TIMES = timesIn('Africa/Johannesburg')
const NOUN = MESSAGE_NOUNS.call_events_fail
const MASKED = { audience: 'customer', showsCallers: false } as const

test('one event: what failed, when, why, what to change, and that it will be sent again', () => {
  const text = composeMessage([event()], NOUN, TIMES, MASKED)
  expect(text).toContain(
    'We could not deliver the details of 1 call to your system on Saturday 21 November 2026, 09:00:00 SAST.',
  )
  expect(text).toContain('Company: Müller Motors\nAddress: https://hooks.example/mueller')
  expect(text).toContain('What happened\nYour system (hooks.example) answered 500, which means')
  expect(text).toContain(
    'What to change\nPlease ask whoever runs your system to find and fix the error that happened at the time below.',
  )
  expect(text).toContain('We have kept the data and will send it again when you reply.')
  expect(text).toContain(
    'The call (times in SAST)\n- Call started on 21 Nov at 08:17:21, delivery failed at 09:00:00, caller +27 82 *** **89, call 7001',
  )
  expect(text).not.toContain('curl')
  expect(text).not.toContain('27825550189')
})

test('many events: since when, each cause with its share, and the first ten', () => {
  const events = Array.from({ length: 12 }, (_, index) =>
    event({
      at: `2026-11-21T09:${String(index).padStart(2, '0')}:00+02:00`,
      callId: String(index),
      outcome: index < 2 ? { status: 404, error: null } : { status: 500, error: null },
    }),
  )
  const text = composeMessage(events.toReversed(), NOUN, TIMES, MASKED)
  expect(text).toMatch(
    /the details of 12 calls to your system between .*09:00:00 SAST and .*09:11:00 SAST/,
  )
  expect(text.indexOf('What happened (10 of 12)')).toBeLessThan(
    text.indexOf('What happened (2 of 12)'),
  )
  expect(text).toContain('at the times below (the first 10 of 12)')
  expect(text).toContain('The first 10 of 12 calls (times in SAST)')
  expect(text).toContain('- and 2 more')
  expect(text).toContain('We have kept the data and will send it again when you reply.')
})

test('a delivered or handled event leaves nothing to do', () => {
  const delivered = event({ deliveredAt: '2026-11-21T10:30:00+02:00' })
  const text = composeMessage([delivered], NOUN, TIMES, MASKED)
  expect(text).toBe(
    [
      'Hello,',
      'We delivered the details of 1 call to your system on Saturday 21 November 2026, 10:30:00 SAST. Earlier attempts had failed on Saturday 21 November 2026, 09:00:00 SAST.',
      'Company: Müller Motors\nAddress: https://hooks.example/mueller',
      'What happens next\nYour system has confirmed it, so you do not need to do anything.',
      'The call (times in SAST)\n- Call started on 21 Nov at 08:17:21, delivery failed at 09:00:00, caller +27 82 *** **89, call 7001',
      'Kind regards',
    ].join('\n\n'),
  )
  expect(composeMessage([delivered, event()], NOUN, TIMES, MASKED)).toContain(
    'We could not deliver',
  )
  const handled = composeMessage([event({ isHandled: true })], NOUN, TIMES, MASKED)
  expect(handled).toMatch(/09:00:00 SAST\. It was dealt with in another way since then\./)
  expect(handled).toContain('We will not send it again. You do not need to do anything.')
  expect(handled).not.toMatch(/Please|kept the data/)
})

test.each([
  [[{ deliveredAt: '2026-11-22T10:00:00+02:00' }, { isHandled: true }], '1 call', '1 other was'],
  [
    [
      { deliveredAt: '2026-11-22T09:00:00+02:00' },
      { deliveredAt: '2026-11-22T10:00:00+02:00', isHandled: true },
      { isHandled: true },
      { isHandled: true },
    ],
    '2 calls',
    '2 others were',
  ],
])(
  'events of which some were delivered and the others handled leave nothing to do: %o',
  (changes, delivered, handled) => {
    const text = composeMessage(changes.map(event), NOUN, TIMES, MASKED)
    expect(text).toContain(
      `We delivered the details of ${delivered} to your system on Sunday 22 November 2026, 10:00:00 SAST. ${handled} dealt with in another way.`,
    )
    expect(text).not.toContain('Please')
  },
)

test('an operator gets technical details; callers are shown only if a person asks', () => {
  const asked = { audience: 'operator', showsCallers: true } as const
  expect(composeMessage([event()], NOUN, TIMES, asked)).toContain('"caller_number":"27825550189"')
  const masked = composeMessage([event()], NOUN, TIMES, { ...asked, showsCallers: false })
  expect(masked).toContain('"caller_number":"00000000000"')
  expect(masked).toContain('Last answer: HTTP status 500')
  expect(masked).not.toContain('27825550189')
})

test('the operator is asked directly, and neither reader is asked to replay', () => {
  const expired = event({ outcome: { status: null, error: 'CERT_HAS_EXPIRED' } })
  const toOperator = composeMessage([expired], NOUN, TIMES, { ...MASKED, audience: 'operator' })
  expect(toOperator).toContain('Your receiver (hooks.example) could not prove its identity')
  expect(toOperator).toContain('What to change\nPlease renew the certificate.')
  expect(composeMessage([expired], NOUN, TIMES, MASKED)).toContain(
    'What to change\nPlease ask whoever runs your system to renew the certificate.',
  )
})

test('a receiver that has recovered since needs no change', () => {
  const recovered = event({ recoveredAt: '2026-11-21T10:30:00+02:00' })
  const text = composeMessage([recovered, recovered], NOUN, TIMES, MASKED)
  expect(text).toContain(
    'What to change\nNothing. Your system has accepted our requests since then, most recently on Saturday 21 November 2026, 10:30:00 SAST.',
  )
  expect(text).toContain('We have kept the data and will send it again. You do not need to reply.')
  expect(text).not.toMatch(/Please/)
  expect(composeMessage([recovered, event()], NOUN, TIMES, MASKED)).toContain('when you reply')
})

test('a delivery that failed on another day than its call has its day', () => {
  const late = event({ startedAt: '2026-11-20T23:59:00+02:00' })
  const text = composeMessage([late], NOUN, TIMES, MASKED)
  expect(text).toContain(
    'Call started on 20 Nov at 23:59:00, delivery failed on 21 Nov at 09:00:00,',
  )
  const unknown = composeMessage([event({ startedAt: null })], NOUN, TIMES, MASKED)
  expect(unknown).toContain('- Delivery failed on 21 Nov at 09:00:00, caller')
})

test('events are listed by time, in whatever zone each is written', () => {
  const utc = event({ at: '2026-11-21T07:30:00Z', callId: 'second' })
  const text = composeMessage([utc, event({ callId: 'first' })], NOUN, TIMES, MASKED)
  expect(text).toMatch(/call first\n.*call second/)
  expect(text).toContain('09:00:00 SAST and Saturday 21 November 2026, 09:30:00 SAST')
})

test.each([
  [6, 'There is 1 other cause.'],
  [7, 'There are 2 other causes.'],
])('of %i causes, five are described', (count, sentence) => {
  const events = Array.from({ length: count }, (_, index) =>
    event({ outcome: { status: 420 + index, error: null } }),
  )
  expect(composeMessage(events, NOUN, TIMES, MASKED)).toContain(sentence)
})

const OUTCOMES: Outcome[] = [
  ...[200, 204, 301, 302, 401, 404, 405, 410, 413, 415, 422, 429, 500, 503, 601, 103].map(
    status => ({ status, error: null }),
  ),
  ...CauseCode.options.map(code => ({ status: null, error: 'something', cause: { code } })),
  { status: null, error: 'something else' },
  { status: null, error: '' },
]

test.each(OUTCOMES)(
  '$status $error $cause.code is explained to each reader, not to the account manager',
  outcome => {
    for (const audience of ['customer', 'operator'] as const) {
      const text = composeMessage([event({ outcome })], NOUN, TIMES, { ...MASKED, audience })
      expect(text).toMatch(/What to change\n(Please|Nothing)/)
      expect(text).not.toMatch(/replay|\bevents?\b|Ask them|Müller Motors’|undefined/i)
      expect(text).not.toMatch(/\S {2}|\.\./)
    }
  },
)

test.each([
  'answered in a form that is not valid HTTP, and may have the event',
  'closed the connection without a complete answer, and may have the event',
  'could not be reached (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
])(
  'a system that answered or may have the data is asked for duplicates, not for access: “%s”',
  error => {
    const text = composeMessage([event({ outcome: { status: null, error } })], NOUN, TIMES, MASKED)
    expect(text).toContain('Please check for duplicates')
    expect(text).not.toMatch(/internet|firewall|could not be reached/)
  },
)

test('events have one reader for each company and each receiver, those with the most events first', () => {
  const events = [
    event({ company: 'Blouberg Auto', url: 'https://hooks.example/blouberg?call=1' }),
    event(),
    event({ company: 'Blouberg Auto', url: 'https://hooks.example/blouberg?call=2' }),
    event({ company: null, url: null }),
  ]
  expect(readersOf(events)).toEqual({
    customer: [
      { name: 'Blouberg Auto', count: 2 },
      { name: 'Müller Motors', count: 1 },
      { name: null, count: 1 },
    ],
    operator: [
      { name: 'hooks.example/blouberg', count: 2 },
      { name: 'hooks.example/mueller', count: 1 },
      { name: null, count: 1 },
    ],
  })
})

test('the caller is masked in the error, the address and the id of the call, too', () => {
  const loud = event({
    url: 'https://hooks.example/082-555-0189',
    outcome: { status: null, error: 'no customer +27 82 555 0189' },
    callId: '27825550189-7001',
  })
  const text = composeMessage([loud], NOUN, TIMES, { ...MASKED, audience: 'operator' })
  expect(text).toContain('https://hooks.example/000-000-0000')
  expect(text).toContain('no customer +00 00 000 0000')
  expect(text).not.toMatch(/555\W?0189/)
})

test('unknown facts are left out or called unknown', () => {
  const bare = event({
    company: null,
    url: null,
    outcome: null,
    startedAt: null,
    at: null,
    caller: null,
    callId: null,
  })
  const text = composeMessage([bare], NOUN, TIMES, { ...MASKED, audience: 'operator' })
  expect(text).toContain('We could not deliver the details of 1 call to your receiver.')
  expect(text).toContain('- Time unknown')
  expect(text).toContain('Last answer: unknown')
  expect(text).not.toMatch(/null|undefined|curl/)
})

describe('the command', () => {
  test.each([
    { name: "O'Reilly" },
    { text: '$(id) `id` "quoted" \\ \n newline' },
    { text: "';id;'" },
  ])('reaches a shell unchanged: %j', payload => {
    const command = curlCommand("https://hooks.example/it's", payload)
    const read = execFileSync('sh', ['-c', command.replace(/^curl/, 'printf "%s\\0"')])
    const words = read.toString().split('\0')
    expect(words).toContain("https://hooks.example/it's")
    expect(words).toContain(JSON.stringify(payload))
  })
})

test.each([
  ['+27825550189', '+2782*****89'],
  ['+27 82 555 0189', '+27 82 *** **89'],
  ['anonymous', 'anonymous'],
])('%s is masked as %s', (number, masked) => {
  expect(maskNumber(number)).toBe(masked)
})
