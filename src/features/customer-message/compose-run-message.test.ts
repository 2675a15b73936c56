import { describe, expect, test } from 'vitest'
import type { MessageEvent } from '../../../contract/message/message-event.ts'
import { MESSAGE_NOUNS } from '../../../contract/message/message-sections.ts'
import { timesIn } from '../../../contract/time/times-in.ts'
import { composeRunMessage } from './compose-run-message.ts'
import { messageEventWith } from './testing/message-event-with.ts'

const NONE = { prepared: 0, queued: 0, sending: 0, delivered: 0, failed_again: 0, skipped: 0 }
const CALLS = MESSAGE_NOUNS.call_events_fail
const DAYS = 'on 21 November 2026'
const TIMES = timesIn('Africa/Johannesburg')

type Run = Parameters<typeof composeRunMessage>[0]['run']

const compose = (
  run: Omit<Run, 'skipped_delivered' | 'skipped_handled'> & Partial<Run>,
  failures: MessageEvent[] = [],
  audience: 'customer' | 'operator' = 'customer',
  company: string | null = null,
) =>
  composeRunMessage(
    { run: { skipped_delivered: 0, skipped_handled: 0, ...run }, company, days: DAYS, failures },
    CALLS,
    TIMES,
    { audience, showsCallers: false },
  )

/** A finished run with these counts. */
const finished = (counts: Partial<Run['counts']>, more: Partial<Run> = {}) => ({
  state: 'finished' as const,
  counts: { ...NONE, ...counts },
  name: null,
  reason: null,
  receivers: [],
  further_receivers: 0,
  causes: [],
  ...more,
})

const failure = (n: number, payload?: unknown) =>
  messageEventWith({
    company: 'Acme Cars',
    url: 'https://hooks.acme.example/calls',
    startedAt: null,
    at: `2026-11-22T10:0${n}:00+02:00`,
    callId: String(n),
    payload,
  })

const receiver = (name: string, delivered: number, failed_again: number) => ({
  receiver: name,
  counts: { ...NONE, delivered, failed_again },
  being_sent: 0,
  handled: 0,
  failed_often: 0,
  already_delivered: 0,
  some_companies: [],
  further_companies: null,
  pause: null,
})

test('the name and the reason of a replay are in its message', () => {
  const note = { name: 'Acme is back', reason: 'You renewed your certificate.' }
  expect(compose(finished({ delivered: 1 }, note))).toContain(
    'Replay: Acme is back\nReason: You renewed your certificate.',
  )
})

test('a message says how many events arrived, which receivers failed and why, and what happens next', () => {
  const run = finished(
    { delivered: 1_210, failed_again: 20, skipped: 2 },
    {
      receivers: [receiver('hooks.acme.example/calls', 3, 20), receiver('crm.example', 1_207, 0)],
      causes: [
        { state: 'failed_again', cause: 'answered 500', count: 20 },
        { state: 'skipped', cause: 'The event names no receiver.', count: 2 },
      ],
    },
  )
  expect(compose(run)).toBe(
    [
      'Hello,',
      'We sent the details of 1,230 calls to your system again. They had failed on 21 November 2026.',
      'Result\n- Delivered: 1,210\n- Failed again: 20\n- Not sent: 2',
      'Addresses that did not accept all calls\n- hooks.acme.example/calls: 3 delivered, 20 failed again',
      'Why calls failed again\n- Answered 500 (20)',
      'What happens next\nWe have kept the data and will send it again when you reply.',
      'Kind regards',
    ].join('\n\n'),
  )
})

test('a message about delivered events names the company and the addresses', () => {
  const receivers = [receiver('hooks.acme.example/calls', 8, 0), receiver('crm.example', 1, 0)]
  const run = finished({ delivered: 9 }, { receivers })
  const addresses = 'Addresses: hooks.acme.example/calls\n           crm.example'
  expect(compose(run, [], 'customer', 'Acme Cars')).toContain(
    `Company: Acme Cars\n${addresses}\n\n`,
  )
  const toOperator = { ...run, receivers: [receiver('crm.example', 9, 0)] }
  expect(compose(toOperator, [], 'operator')).toContain('\n\nAddress: crm.example\n\n')
  // They may be those of several customers.
  expect(compose(run)).not.toContain('crm.example')
})

test('the events that failed again are explained and listed, with a command for the operator', () => {
  const run = finished({ delivered: 1, failed_again: 2 })
  const failures = [failure(1, { ani: '+27 82 555 0189', note: 'call 0825550189' }), failure(2)]
  const text = compose(run, failures)
  expect(text).toContain('What happened\nYour system (hooks.acme.example) answered 500')
  expect(text).toContain('What to change\nPlease ask whoever runs your system to')
  expect(text).toContain(
    'The calls that failed again (times in SAST)\n- Failed again on 22 Nov at 10:01:00, caller +27 82 *** **89, call 1\n- Failed again on 22 Nov at 10:02:00',
  )
  expect(text).not.toContain('curl')

  const technical = compose(run, failures, 'operator')
  expect(technical).toContain("curl -i -X POST 'https://hooks.acme.example/calls'")
  expect(technical).toContain('{"ani":"+00 00 000 0000","note":"call 0000000000"}')
})

test('receivers with the same cause share a description that names them', () => {
  const failures = [
    failure(1),
    { ...failure(2), url: 'https://hooks.acme.example/missed-calls' },
    { ...failure(3), outcome: { status: 404, error: null } },
  ]
  const text = compose(finished({ failed_again: 3 }), failures)
  expect(text.match(/What happened/g)).toHaveLength(2)
  expect(text).toContain(
    'What happened (2 of 3)\nYour system (hooks.acme.example/calls and hooks.acme.example/missed-calls) answered 500',
  )
  expect(text).toContain('What happened (1 of 3)\nYour system (hooks.acme.example) answered 404')
})

test('if only the first failures are known, the run says how often each cause occurred', () => {
  const run = finished(
    { failed_again: 120 },
    { causes: [{ state: 'failed_again', cause: 'answered 500', count: 120 }] },
  )
  const text = compose(run, [failure(1)])
  expect(text).toContain('Why calls failed again\n- Answered 500 (120)')
  expect(text).toContain('What happened\n')
  expect(text).toContain('- and 119 more')
})

test('a run whose events all arrived leaves nothing to do', () => {
  const text = compose(finished({ delivered: 1 }, { receivers: [receiver('crm.example', 1, 0)] }))
  expect(text).toContain('We sent the details of 1 call to your system again. It had failed')
  expect(text).toContain('Your system has confirmed it, so you do not need to do anything.')
  expect(text).not.toContain('Addresses')
})

test('a message about a run that is still sending says so', () => {
  const text = compose(finished({ delivered: 1, queued: 3, sending: 1 }, { state: 'running' }))
  expect(text).toContain('We are sending the details of 5 calls to your system again.')
  expect(text).toContain('- Still being sent: 4')
})

describe('events that the run skipped', () => {
  test('are not missing if another replay delivered them', () => {
    const run = finished({ delivered: 203, skipped: 57 })
    expect(compose({ ...run, skipped_delivered: 57 })).toBe(
      [
        'Hello,',
        'We sent the details of 203 calls to your system again. They had failed on 21 November 2026.',
        'Result\n- Delivered: 203\n- Delivered earlier: 57',
        'What happens next\nYour system has confirmed them, so you do not need to do anything.',
        'Kind regards',
      ].join('\n\n'),
    )
    expect(compose({ ...run, skipped_delivered: 55 })).toContain(
      '- Delivered earlier: 55\n- Not sent: 2\n\nWhat happens next\nYour system has confirmed them. Please reply if you still need the 2 calls that we have not sent.',
    )
  })

  test('were all delivered by another replay', () => {
    expect(compose(finished({ skipped: 260 }, { skipped_delivered: 260 }))).toBe(
      [
        'Hello,',
        'Your system already has the details of 260 calls that had failed on 21 November 2026.',
        'What happens next\nYour system has confirmed them, so you do not need to do anything.',
        'Kind regards',
      ].join('\n\n'),
    )
  })

  test('are no longer missing if somebody dealt with them in another way', () => {
    expect(compose(finished({ delivered: 1, skipped: 2 }, { skipped_handled: 2 }))).toContain(
      '- Delivered: 1\n- Dealt with in another way: 2\n\nWhat happens next\nYour system has confirmed it, so you do not need to do anything.',
    )
    const text = compose(finished({ skipped: 2 }, { skipped_handled: 2 }))
    expect(text).toContain('again, because they were dealt with in another way. They had failed')
    expect(text).toContain('What happens next\nYou do not need to do anything.')
  })

  test('include those that a cancelled run has not skipped yet', () => {
    const run = finished({ prepared: 3, queued: 2, skipped: 1 }, { skipped_handled: 1 })
    expect(compose({ ...run, state: 'cancelled' })).toContain(
      'We have not sent the details of 5 calls to your system again.',
    )
    // A run queues its events part by part.
    expect(compose({ ...run, state: 'running' })).toContain(
      'We are sending the details of 5 calls to your system again.',
    )
  })

  test('are offered if nobody has sent them', () => {
    const text = compose(finished({ skipped: 1 }))
    expect(text).toContain('We have not sent the details of 1 call to your system again. It had')
    expect(text).toContain('Please reply if you still need this call.')
    expect(text).not.toContain('Delivered')
  })
})
