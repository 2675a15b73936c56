import { describe, expect, test } from 'vitest'
import { Includable, type ReplayRun } from '../../../contract/replay.ts'
import {
  countOfRun,
  countToSend,
  formatOutcomes,
  formatProgress,
  isLive,
  proposedName,
} from './run-counts.ts'
import {
  countSkipped,
  formatDelivered,
  formatHint,
  formatOrdered,
  formatPause,
  formatPrepared,
  formatRequested,
  runTone,
} from './run-messages.ts'

const NONE = { prepared: 0, queued: 0, sending: 0, delivered: 0, failed_again: 0, skipped: 0 }

function run(change: Partial<ReplayRun>): ReplayRun {
  return {
    id: '0198f3c4-0000-7000-8000-000000000001',
    list: 'call_events_fail',
    from_date: '2026-11-21',
    to_date: '2026-11-22',
    asked_for: 'all',
    state: 'running',
    problem: null,
    who: null,
    name: null,
    reason: null,
    pace: null,
    created_at: '2026-11-21T14:03:00+02:00',
    started_at: null,
    finished_at: null,
    read: { found: 1284, of: 1284 },
    counts: NONE,
    being_sent: 0,
    handled: 0,
    failed_often: 0,
    already_delivered: 0,
    paused_receivers: 0,
    waiting_receivers: 0,
    next_trial_at: null,
    some_receivers: [],
    receiver_count: 0,
    some_companies: [],
    further_companies: null,
    ...change,
  }
}

const cancelled = (counts: Partial<ReplayRun['counts']>, change: Partial<ReplayRun> = {}) =>
  run({ state: 'cancelled', counts: { ...NONE, ...counts }, ...change })

const STARTED = { started_at: '2026-11-21T14:04:00+02:00' }
const HALF = { ...NONE, queued: 900, sending: 7, delivered: 330, failed_again: 7, skipped: 3 }
const HELD = { ...HALF, queued: 907, sending: 0 }
const DONE = { ...NONE, delivered: 1240, failed_again: 7, skipped: 12 }

test.each([
  [run({ state: 'reading', read: { found: 340, of: 1284 } }), 'Loading 340 of 1,284'],
  [run({ state: 'reading', read: { found: 340, of: null } }), 'Loading 340 so far'],
  [run({ state: 'interrupted', read: { found: 340, of: 1284 } }), 'Loading stopped, 340 of 1,284'],
  [run({ state: 'ready', counts: { ...NONE, prepared: 9 } }), 'Draft, nothing was sent'],
  [run({ counts: HALF }), 'Sending, 337 of 1,244 done'],
  [run({ counts: HELD, paused_receivers: 2 }), '2 receivers paused, 337 of 1,244 done'],
  [
    run({ counts: HELD, paused_receivers: 1, waiting_receivers: 1 }),
    'Waiting for 1 receiver to recover, 337 of 1,244 done',
  ],
  [
    run({ counts: HALF, paused_receivers: 7, waiting_receivers: 5 }),
    'Sending, 2 receivers paused, waiting for 5 to recover, 337 of 1,244 done',
  ],
  [run({ counts: DONE }), '1,240 delivered, 7 failed again, 12 skipped'],
  [run({ state: 'paused', counts: HALF }), 'Paused, 337 of 1,244 done'],
  [run({ state: 'finished', counts: DONE }), '1,240 delivered, 7 failed again, 12 skipped'],
  [cancelled({ delivered: 3, skipped: 9 }, STARTED), 'Cancelled: 3 delivered, 9 skipped'],
  [cancelled({ skipped: 9 }, STARTED), 'Cancelled, nothing was sent'],
  [cancelled({ skipped: 9 }, { read: { found: 9, of: 100 } }), 'Cancelled, nothing was sent'],
  [cancelled({ skipped: 9 }, { read: { found: 9, of: 9 } }), 'Draft discarded, nothing was sent'],
  [cancelled({ sending: 2, skipped: 7 }), 'Cancelled, 2 still being sent'],
  [cancelled({ prepared: 40, skipped: 7 }), 'Cancelled, nothing more is sent'],
  [run({ state: 'broken' }), 'Could not be loaded, nothing was sent'],
])('%#', (of, text) => {
  expect(formatProgress(of)).toBe(text)
})

test('omits counts of 0', () => {
  expect(formatOutcomes({ ...NONE, delivered: 2 })).toBe('2 delivered')
  expect(formatOutcomes(NONE)).toBe('Nothing was sent')
  expect(formatOutcomes({ ...NONE, skipped: 183 })).toBe('Nothing was sent, 183 skipped')
})

test.each([
  [12, true, '12 failed calls and what fails until then'],
  [1, false, '1 failed call'],
  [0, true, 'Nothing waits; Redial sends what has failed since'],
  [0, false, 'Nothing waits'],
])('a standing order with %i events, and later ones: %s', (events, keeps_token, text) => {
  expect(formatOrdered({ events, list: 'call_events_fail', keeps_token })).toBe(text)
})

test('says delivered only for delivered events', () => {
  const text = formatProgress(run({ counts: { ...NONE, sending: 4, failed_again: 2 } }))
  expect(text.toLowerCase()).not.toContain('delivered')
})

describe('isLive', () => {
  test.each(['ready', 'paused', 'finished', 'cancelled', 'broken'] as const)('not %s', state => {
    expect(isLive(run({ state }))).toBe(false)
  })

  test('cancelled, while the last items are still being sent', () => {
    expect(isLive(run({ state: 'cancelled', counts: HALF }))).toBe(true)
  })

  test.each(['cancelled', 'broken'] as const)('%s, while its events are being skipped', state => {
    expect(isLive(run({ state, counts: { ...NONE, prepared: 40 } }))).toBe(true)
  })
})

test('a paused run says which events are still being sent', () => {
  const text = (sending: number) =>
    formatHint(run({ state: 'paused', counts: { ...NONE, sending } }), String)
  expect(text(18)).toBe(
    '18 events are still being sent. Nothing else is sent until somebody resumes the replay.',
  )
  expect(text(1)).toMatch(/^1 event is still being sent\./)
  expect(text(0)).toBe('Nothing more is sent until somebody resumes the replay.')
})

test.each([
  [1, 'The last attempt failed: answered 500, an error on its side. Redial tries'],
  [
    3,
    'The last 3 attempts failed, so Redial paused this receiver. The last one: answered 500, an error on its side. Redial tries',
  ],
])('a receiver that waits after %i failures says how the last attempt failed', (failed, text) => {
  const at = '2026-11-21T14:03:00+02:00'
  const cause = 'Answered 500, an error on its side'
  const pause = { why: 'failed_in_a_row', at, failed, of: failed, cause, may_heal: true } as const
  expect(formatPause({ ...pause, until: at, order_until: at }, String)).toContain(text)
})

test('a receiver that refuses events says at once that waiting does not help, and what to do', () => {
  const at = '2026-11-21T14:03:00+02:00'
  const of = { at, failed: 1, of: 1, cause: 'Answered 401, access refused', may_heal: false }
  const pause = { why: 'failed_in_a_row', ...of, until: null, order_until: null } as const
  expect(formatPause(pause, String)).toBe(
    'The last attempt failed: answered 401, access refused. Redial doesn’t try again on its own, because waiting doesn’t change that. Ask the receiver’s operator to fix it, then continue.',
  )
  expect(formatPause({ ...pause, may_heal: true }, String)).not.toContain('on its own')
})

test('a run that waits for receivers says when it tries again', () => {
  const next_trial_at = '2026-11-21T14:08:00+02:00'
  const waiting = { paused_receivers: 1, waiting_receivers: 1, next_trial_at }
  expect(formatHint(run(waiting), String)).toContain(`the next on ${next_trial_at}`)
})

test('the requested events', () => {
  expect(formatRequested(run({}))).toBe('all of that day')
  expect(formatRequested(run({ from_date: '2026-11-20' }))).toBe('all of these days')
  expect(
    formatRequested(run({ asked_for: 'named', counts: DONE, read: { found: 0, of: null } })),
  ).toBe('1,259 selected')
  expect(formatRequested(run({ asked_for: 'named', read: { found: 1, of: 1 } }))).toBeNull()
})

test('a draft sends events that it would skip only if a person includes them', () => {
  const counts = { ...NONE, prepared: 20 }
  const draft = { counts, being_sent: 1, already_delivered: 4, handled: 2, failed_often: 3 }
  const sent = (...included: Includable[]) => countToSend(draft, included)
  expect(sent()).toBe(10)
  expect(sent('already_delivered')).toBe(14)
  expect(sent('handled')).toBe(12)
  expect(sent('failed_often')).toBe(13)
})

test('a replay is about the events that it sends, unless it was cancelled or sends none', () => {
  const counts = { ...NONE, prepared: 2300, skipped: 64 }
  expect(countOfRun(run({ state: 'ready', counts, already_delivered: 319 }))).toBe(1981)
  expect(countOfRun(run({ counts }))).toBe(2300)
  expect(countOfRun(run({ state: 'finished', counts: DONE }))).toBe(1247)
  expect(countOfRun(run({ state: 'finished', counts: { ...NONE, skipped: 9 } }))).toBe(9)
  expect(countOfRun(cancelled({ delivered: 3, skipped: 9 }, STARTED))).toBe(12)
})

test('a replay says how many of its events it skips, until its outcome says so', () => {
  const counts = { ...NONE, prepared: 2300, skipped: 64 }
  expect(countSkipped(run({ state: 'ready', counts, already_delivered: 319 }))).toBe(383)
  expect(countSkipped(run({ counts }))).toBe(64)
  expect(countSkipped(run({ state: 'finished', counts: DONE }))).toBe(0)
})

test.each([
  [1, [], '1 event was already delivered by a replay'],
  [2, [null], '2 events were already delivered by a replay'],
  [2, ['Lerato'], '2 events were already delivered by a replay of Lerato'],
  [3, ['Lerato', 'Sipho'], '3 events were already delivered by replays of Lerato and Sipho'],
  [3, [null, 'Lerato'], '3 events were already delivered by replays of Lerato and others'],
])('of %d events that %j delivered, a draft says who', (count, people, text) => {
  expect(formatDelivered({ already_delivered: count, delivered_by: people })).toBe(text)
})

describe('formatPrepared', () => {
  const at = '2026-11-21T14:03:00+02:00'
  const delivered = { why: 'already_delivered', at, who: null } as const
  const handled = { why: 'handled', at, who: 'Thandi' } as const
  const underWay = { why: 'being_sent', at: null, who: null } as const
  const all = Includable.options
  const often = { why: 'failed_often', at: null, who: null } as const
  test.each([
    [null, [], 'Will be sent'],
    [delivered, [], 'Already delivered at 14:03, will be skipped'],
    [delivered, all, 'Already delivered at 14:03, will be sent again'],
    [{ ...delivered, who: 'Lerato' }, [], 'Already delivered by Lerato at 14:03, will be skipped'],
    [{ ...underWay, who: 'Lerato' }, all, 'Being sent by Lerato’s replay, will be skipped'],
    [handled, [], 'Marked as handled by Thandi at 14:03, will be skipped'],
    [{ ...handled, who: null }, all, 'Marked as handled at 14:03, will be sent anyway'],
    [often, [], 'Failed in 5 replays already, will be skipped'],
    [often, all, 'Failed in 5 replays already, will be sent anyway'],
    [underWay, all, 'Being sent by another replay, will be skipped'],
  ])('%#', (exclusion, included, text) => {
    expect(formatPrepared(exclusion, { included, time: () => '14:03' })).toBe(text)
  })
})

test.each([
  [['Acme'], null, 'Acme, 21 November 2026'],
  [['Acme', 'Bela'], 0, 'Acme, Bela, 21 November 2026'],
  [['Acme', 'Bela', 'Ciro'], null, 'Acme, Bela and others, 21 November 2026'],
])(
  'the proposed name of a replay names others only if there are some: %j',
  (some_companies, further_companies, name) => {
    expect(proposedName(run({ some_companies, further_companies }))).toBe(name)
  },
)

test('without companies, the proposed name has the receivers as pages show them', () => {
  const some_receivers = ['hooks.example/m%C3%BCller']
  expect(proposedName(run({ some_receivers }))).toMatch(/^hooks\.example\/müller, /)
})

test('a run that sent nothing is no success', () => {
  const finished = (counts: Partial<ReplayRun['counts']>) =>
    runTone(run({ state: 'finished', counts: { ...NONE, ...counts } }))
  expect(finished({ skipped: 183 })).toBe('none')
  expect(finished({ delivered: 1, skipped: 183 })).toBe('good')
  expect(finished({ delivered: 1, failed_again: 1 })).toBe('bad')
})
