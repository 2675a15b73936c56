import { expect, test } from 'vitest'
import { composeRunMessage } from './compose-run-message.ts'

const NONE = { prepared: 0, queued: 0, sending: 0, delivered: 0, failed_again: 0, skipped: 0 }
const CALLS = { one: 'failed call', many: 'failed calls' }
const DAYS = 'on 21 November 2026'

const receiver = (name: string, delivered: number, failed_again: number) => ({
  receiver: name,
  counts: { ...NONE, delivered, failed_again },
  being_sent: 0,
  already_delivered: 0,
})

test('a message says how many events arrived, which receivers failed and why, and what happens next', () => {
  const run = {
    state: 'finished' as const,
    counts: { ...NONE, delivered: 1_210, failed_again: 20, skipped: 2 },
    receivers: [receiver('hooks.acme.example/calls', 3, 20), receiver('crm.example', 1_207, 0)],
    further_receivers: 0,
    causes: [
      { state: 'failed_again' as const, cause: 'answered 500', count: 20 },
      { state: 'skipped' as const, cause: 'The event names no receiver.', count: 2 },
    ],
  }
  expect(composeRunMessage(run, CALLS, DAYS)).toBe(
    [
      'Hello,',
      'We sent 1,230 failed calls again that had failed on 21 November 2026.',
      'Result\n- Delivered: 1,210\n- Failed again: 20\n- Not sent: 2',
      'Addresses that did not accept all events\n- hooks.acme.example/calls: 3 delivered, 20 failed again',
      'Why events failed again\n- Answered 500 (20)',
      'What happens next\nWe have kept the events that failed and will send them again once your system is ready. Please reply when it is.',
      'Kind regards',
    ].join('\n\n'),
  )
})

test('a run whose events all arrived leaves nothing to do', () => {
  const run = {
    state: 'finished' as const,
    counts: { ...NONE, delivered: 1 },
    receivers: [receiver('crm.example', 1, 0)],
    further_receivers: 0,
    causes: [],
  }
  const text = composeRunMessage(run, CALLS, DAYS)
  expect(text).toContain('We sent 1 failed call again')
  expect(text).toContain('there is nothing left to do')
  expect(text).not.toContain('Addresses')
})

test('a message about a run that is still sending says so', () => {
  const run = {
    state: 'running' as const,
    counts: { ...NONE, delivered: 1, queued: 3, sending: 1 },
    receivers: [],
    further_receivers: 0,
    causes: [],
  }
  const text = composeRunMessage(run, CALLS, DAYS)
  expect(text).toContain('We are sending 5 failed calls again')
  expect(text).toContain('- Still being sent: 4')
})
