import { expect, test } from 'vitest'
import type { ActivityEntry, ActivityEvent } from '../../../contract/activity.ts'
import { formatActivity, formatActivityDetails, formatOutcome } from './activity-messages.ts'

function entry(event: ActivityEvent, more: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    id: 1,
    at: '2026-11-21T09:30:00+02:00',
    who: 'Thandi',
    by: 'session',
    from: '127.0.0.1',
    outcome: 'done',
    status: null,
    reason: null,
    numbers: null,
    ...more,
    ...event,
  }
}

function sentence(event: ActivityEvent, outcome: ActivityEntry['outcome'] = 'done'): string {
  const { text, name } = formatActivity(entry(event, { outcome }))
  return name === null ? text : `${text} ${name}`
}

const BLOCKLIST = {
  entity_context_name: 'company' as const,
  reference: 'acme',
  name: 'Acme Motors',
  count: 3,
  unreadable: 0,
}
const RUN = {
  run_id: null,
  list: 'call_events_fail' as const,
  from: '2026-11-15',
  to: '2026-11-21',
  count: 232,
}

test.each<[ActivityEvent, string]>([
  [{ kind: 'numbers_blocked', details: BLOCKLIST }, 'Blocked 3 numbers for Acme Motors (acme)'],
  [
    { kind: 'numbers_unblocked', details: { ...BLOCKLIST, count: 1, name: '' } },
    'Unblocked 1 number for acme',
  ],
  [
    { kind: 'numbers_blocked', details: { ...BLOCKLIST, count: 0, name: null, reference: null } },
    'Blocked 0 numbers',
  ],
  [{ kind: 'run_started', details: RUN }, 'Started a replay of 232 failed calls'],
  [
    { kind: 'run_started', details: { ...RUN, list: null } },
    'Started a replay of 232 failed calls and AI events',
  ],
  [{ kind: 'run_paused', details: { ...RUN, count: null } }, 'Paused a replay of failed calls'],
  [{ kind: 'name_given', details: {} }, 'Entered their name: Thandi'],
  [{ kind: 'token_revoked', details: { label: 'Ops', partner: 'acme' } }, 'Revoked the token Ops'],
  [
    {
      kind: 'exported',
      details: { what: 'blocklist', from: null, to: null, rows: 1, format: 'csv' },
    },
    'Exported 1 blocked number',
  ],
])('an entry is a plain sentence: %o', (event, text) => {
  expect(sentence(event)).toBe(text)
})

test('an action with an unknown or failed outcome was tried', () => {
  const event = { kind: 'run_started' as const, details: RUN }
  expect(sentence(event, 'refused')).toBe('Tried to start a replay of 232 failed calls')
  expect(sentence(event, 'unknown')).toBe('Tried to start a replay of 232 failed calls')
})

test('a replay has the colour of success only when nothing of it failed again', () => {
  const event = { kind: 'run_started' as const, details: RUN }
  const left = (is_paused: boolean, paused_receivers: number, waiting_receivers = 0) => {
    const run_left = { is_paused, paused_receivers, waiting_receivers, events: 21 }
    return formatOutcome(entry(event, { run_left }))
  }
  expect(left(false, 1)).toEqual({ text: '1 receiver paused, 21 events waiting', tone: 'open' })
  expect(left(false, 3, 2).text).toBe(
    '1 receiver paused, waiting for 2 to recover, 21 events waiting',
  )
  expect(left(false, 0).text).toBe('Sending, 21 events waiting')
  expect(left(true, 0).text).toBe('Paused, 21 events waiting')
  const finished = (failed_again: number) =>
    formatOutcome(entry(event, { run_outcome: { delivered: 3, failed_again, skipped: 0 } }))
  expect(finished(2)).toEqual({ text: 'Done', tone: 'none' })
  expect(finished(0)).toEqual({ text: 'Done', tone: 'done' })
})

test('a replay that skipped all of its events is not done: nothing was sent', () => {
  const run_outcome = { delivered: 0, failed_again: 0, skipped: 232 }
  const skipped = entry({ kind: 'run_started', details: RUN }, { run_outcome })
  expect(formatOutcome(skipped)).toEqual({ text: 'Nothing was sent, 232 skipped', tone: 'none' })
  expect(formatActivityDetails(skipped)).toBe('Calls from 15 to 21 November 2026')
})

test('dates and formats are in the details', () => {
  expect(formatActivityDetails(entry({ kind: 'run_started', details: RUN }))).toBe(
    'Calls from 15 to 21 November 2026',
  )
  const ofBoth = { ...RUN, list: null }
  expect(formatActivityDetails(entry({ kind: 'run_started', details: ofBoth }))).toBe(
    'Calls and AI events from 15 to 21 November 2026',
  )
  const oneDay = { ...RUN, from: '2026-11-21' }
  const run_outcome = { delivered: 13, failed_again: 7, skipped: 0 }
  expect(
    formatActivityDetails(entry({ kind: 'run_started', details: oneDay }, { run_outcome })),
  ).toBe('Calls of 21 November 2026: 13 delivered, 7 failed again')
  const details = { what: 'activity', from: null, to: null, rows: null, format: 'jsonl' } as const
  expect(formatActivityDetails(entry({ kind: 'exported', details }))).toBe('As JSON lines')
  const ofCompany = { ...details, company: 'Acme Motors' }
  expect(formatActivityDetails(entry({ kind: 'exported', details: ofCompany }))).toBe(
    'Acme Motors · As JSON lines',
  )
})
