import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { timesIn } from '../../format/times-in.ts'
import { composeMessage } from './compose-message.ts'
import { curlCommand } from './curl-command.ts'
import { MESSAGE_NOUNS, type MessageEvent, maskNumber } from './message-sections.ts'

const TIMES = timesIn('Africa/Johannesburg')
const NOUN = MESSAGE_NOUNS.call_events_fail
const MASKED = { audience: 'customer', showsCallers: false } as const

function event(change: Partial<MessageEvent> = {}): MessageEvent {
  return {
    company: 'Müller Motors',
    url: 'https://hooks.example/mueller',
    outcome: { status: 500, error: null },
    at: '2026-11-21T09:00:00+02:00',
    caller: '27825550189',
    callId: '7001',
    payload: { call_id: 7001, caller_number: '27825550189' },
    ...change,
  }
}

test('one event: what failed, when, why, what to change, and that it will be sent again', () => {
  const text = composeMessage([event()], NOUN, TIMES, MASKED)
  expect(text).toContain(
    'We could not deliver 1 call to your system on Saturday 21 November 2026, 09:00:00 SAST.',
  )
  expect(text).toContain('Company: Müller Motors\nAddress: https://hooks.example/mueller')
  expect(text).toMatch(/What happened\nMüller Motors’ receiver \(hooks\.example\) answered 500/)
  expect(text).toMatch(/What to change\nThe operator of Müller Motors’ receiver: \S/)
  expect(text).toContain('We have kept it and will send it again once your system is ready.')
  expect(text).toContain('- 21 Nov, 09:00:00, caller +27 82 *** **89, call 7001')
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
  expect(text).toMatch(/12 calls to your system between .*09:00:00 SAST and .*09:11:00 SAST/)
  expect(text.indexOf('What happened (10 of 12)')).toBeLessThan(
    text.indexOf('What happened (2 of 12)'),
  )
  expect(text).toContain('- and 2 more')
})

test('an operator gets technical details; callers are shown only if a person asks', () => {
  const asked = { audience: 'operator', showsCallers: true } as const
  expect(composeMessage([event()], NOUN, TIMES, asked)).toContain('"caller_number":"27825550189"')
  const masked = composeMessage([event()], NOUN, TIMES, { ...asked, showsCallers: false })
  expect(masked).toContain('"caller_number":"00000000000"')
  expect(masked).toContain('Last answer: HTTP status 500')
  expect(masked).not.toContain('27825550189')
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
    at: null,
    caller: null,
    callId: null,
  })
  const text = composeMessage([bare], NOUN, TIMES, { ...MASKED, audience: 'operator' })
  expect(text).toContain('We could not deliver 1 call to your system.')
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
