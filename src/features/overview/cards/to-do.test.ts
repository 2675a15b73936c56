import { expect, test } from 'vitest'
import type { EventGroup } from '../../../../contract/events.ts'
import type { FollowUp } from '../../../../contract/follow-up.ts'
import type { Receiver } from '../../../../contract/receiver.ts'
import {
  countRecovered,
  countWaiting,
  describeUnsent,
  describeWait,
  formatCauses,
  formatEarlierCauses,
  jobsOfAll,
  receiversWithoutJobs,
  summariseRecovered,
  summariseToDos,
  toDos,
  unsentJobs,
  waitingJobs,
  waitingReplays,
} from './to-do.ts'

function group(name: string, missing: number, change: Partial<EventGroup> = {}): EventGroup {
  return {
    name,
    events: missing,
    missing,
    calls: missing,
    first: '2026-11-25T09:00:00+02:00',
    last: '2026-11-26T09:00:00+02:00',
    companies: [{ name: 'Acme Cars', count: missing }],
    causes: [{ name: 'Answered 500, an error on its side', count: missing }],
    receivers: [{ name, count: missing }],
    of: { companies: 1, causes: 1, receivers: 1 },
    has_receiver: true,
    bars: [],
    ...change,
  }
}

test('calls and AI events of one receiver are one job, and the receiver with the most events comes first', () => {
  const jobs = toDos({
    call_events_fail: [group('acme.example', 5), group('bela.example', 7)],
    transcription_events_fail: [group('acme.example', 4, { first: '2026-11-24T08:00:00+02:00' })],
  })
  expect(jobs).toMatchObject([
    { receiver: 'acme.example', missing: 9, since: '2026-11-24T08:00:00+02:00' },
    { receiver: 'bela.example', missing: 7 },
  ])
  expect(jobs[0]?.groups.map(({ list }) => list)).toEqual([
    'call_events_fail',
    'transcription_events_fail',
  ])
})

test('its causes are those of both lists, the most frequent first', () => {
  const causes = [{ name: 'Timed out', count: 9 }]
  const [job] = toDos({
    call_events_fail: [group('acme.example', 5)],
    transcription_events_fail: [group('acme.example', 9, { causes })],
  })
  expect(job?.causes).toEqual(['Timed out', 'Answered 500, an error on its side'])
})

test.each([
  [['Timed out'], null, 'Timed out'],
  [['Timed out', 'Answered 404'], 'Timed out', 'Mostly: Timed out. Also 1 other cause'],
  [['Timed out', 'Answered 404'], 'Answered 404', 'Last: Answered 404. Mostly: Timed out'],
  [['Timed out'], 'Answered 401', 'Last: Answered 401. Mostly: Timed out'],
])(
  'the causes %j of a receiver whose newest attempt failed with %j are “%s”',
  (causes, last, text) => {
    expect(formatCauses(causes, last)).toBe(text)
  },
)

test.each([
  [[], []],
  [['Timed out'], ['Before that: Timed out']],
  [['Timed out', 'Answered 404'], ['Before that, mostly: Timed out']],
])('a receiver that has recovered had failed with the causes %j', (causes, texts) => {
  expect(formatEarlierCauses(causes)).toEqual(texts)
})

test.each([
  [
    [20, 10, 5, 5],
    ['4 receivers, 1 cause, 40 events.', 'The worst three make up 88%.'],
  ],
  [
    [20, 10],
    ['2 receivers, 1 cause, 30 events.', ''],
  ],
  [[1], ['1 receiver, 1 cause, 1 event.', '']],
])('the summary of %j', (sizes, summary) => {
  const groups = sizes.map((size, at) => group(`receiver-${at}.example`, size))
  const all = { receivers: sizes.length, events: sizes.reduce((sum, size) => sum + size, 0) }
  expect(summariseToDos(toDos({ call_events_fail: groups }), all)).toEqual(summary)
})

test.each([
  [['Acme'], '1 receiver has recovered and still misses 5 events: Acme.'],
  [['Acme', 'Acme'], '2 receivers of Acme have recovered and still miss 10 events.'],
  [['Acme', 'Bela'], '2 receivers have recovered and still miss 10 events: Acme and Bela.'],
  [
    ['Acme', 'Bela', 'Acme', 'Cape', 'Dune'],
    '5 receivers of 4 companies have recovered and still miss 25 events: Acme, Bela and 2 others.',
  ],
])('the summary names the companies of the receivers that have recovered: %j', (names, text) => {
  const groups = names.map((name, at) =>
    group(`receiver-${at}.example`, 5, { companies: [{ name, count: 5 }] }),
  )
  expect(summariseRecovered(toDos({ call_events_fail: groups }), true)).toBe(text)
})

const JOBS = toDos({
  call_events_fail: [group('acme.example', 5), group('bela.example', 3)],
  transcription_events_fail: [group('bela.example', 2)],
})
const waits = (receiver: string, events: number, days: [string, string] | [] = []) => {
  const [first = null, last = null] = days.map(day => `2026-11-${day}T12:00:00+02:00`)
  return { receiver, events, first, last }
}
const NO_DELIVERIES = new Map([['acme.example', { live: null }]])
const LIVE = new Map([
  ['acme.example', { live: { delivered: 0, failed: 8, retrying: 0, median_ms: null } }],
])

test('one button replays what all receivers of a company miss, apart from what waits in a replay', () => {
  const [acme, bela] = JOBS
  const [cape] = toDos({ call_events_fail: [group('cape.example', 1)] })
  if (!(acme && bela && cape)) throw new Error('There are three jobs.')
  expect(jobsOfAll([acme, bela], [cape], [])).toEqual([acme, bela, cape])
  const paused = waits('acme.example', 5)
  expect(jobsOfAll([acme, bela], [cape], [paused])).toEqual([bela, cape])
  // The row of the receiver has a button, and so has the line about the recovered ones.
  expect(jobsOfAll([acme, bela], [], [paused])).toEqual([])
  expect(jobsOfAll([acme], [bela, cape], [paused])).toEqual([])
})

test('the calls and AI events of a receiver count that wait in no replay', () => {
  const unsent = (waiting: Parameters<typeof unsentJobs>[1]) =>
    unsentJobs(JOBS, waiting).map(({ job, events }) => [job.receiver, events])
  expect(unsent([])).toEqual([
    ['acme.example', 5],
    ['bela.example', 5],
  ])
  // The calls of one receiver and everything of the other.
  expect(unsent([waits('bela.example', 3), waits('acme.example', 5)])).toEqual([
    ['bela.example', 2],
  ])
})

test.each<[string, [string, string] | [], { replays: number; events: number }]>([
  ['of later days', ['27', '30'], { replays: 0, events: 0 }],
  ['of earlier days', ['20', '24'], { replays: 0, events: 0 }],
  ['within their time', ['25', '25'], { replays: 1, events: 4 }],
  ['from before to after them', ['20', '30'], { replays: 1, events: 4 }],
  ['of only the last days and later ones', ['25', '30'], { replays: 1, events: 0 }],
  ['of only the first days and earlier ones', ['20', '25'], { replays: 1, events: 0 }],
  ['of an unknown time', [], { replays: 1, events: 4 }],
])('missing events of 25 and 26 November and a replay %s', (_, days, { replays, events }) => {
  const [job] = toDos({ call_events_fail: [group('acme.example', 5)] })
  if (!job) throw new Error('There is a job.')
  const waiting = [waits('acme.example', 4, days), waits('other.example', 5)]
  expect(waitingReplays(job, waiting)).toHaveLength(replays)
  expect(countWaiting(job, waiting)).toBe(events)
  expect(unsentJobs([job], waiting)).toMatchObject([{ events: 5 - events }])
})

test('a receiver waits if no event that it misses has to be replayed by a person', () => {
  const waiting = (orders: Parameters<typeof waitingJobs>[1]) =>
    waitingJobs(JOBS, orders).map(({ receiver }) => receiver)
  expect(waiting([waits('bela.example', 4)])).toEqual([])
  expect(waiting([waits('bela.example', 4), waits('bela.example', 1)])).toEqual(['bela.example'])
})

test.each([
  [
    'the service reports no deliveries',
    NO_DELIVERIES,
    [],
    'Redial can’t tell if 2 receivers have recovered. Redial can try one event of each until it arrives, then the rest.',
  ],
  [
    'the service reports deliveries',
    LIVE,
    [],
    '2 failing receivers still miss 10 events. Redial can try one event of each until it arrives, then the rest.',
  ],
  [
    'a replay has tried one of them',
    NO_DELIVERIES,
    [waits('bela.example', 3), waits('acme.example', 5)],
    '1 failing receiver still misses 2 other events. Redial can try one event until it arrives, then the rest.',
  ],
  [
    'one event of one receiver waits in no replay',
    LIVE,
    [waits('bela.example', 4), waits('acme.example', 5)],
    '1 failing receiver still misses 1 other event. Redial can try the event until it arrives.',
  ],
  [
    'one event of each waits in no replay',
    LIVE,
    [waits('bela.example', 4), waits('acme.example', 4)],
    '2 failing receivers still miss 2 other events. Redial can try one event of each until it arrives.',
  ],
])('what is said about failing receivers if %s', (_, receivers, waiting, text) => {
  expect(describeUnsent(unsentJobs(JOBS, waiting), receivers)).toBe(text)
})

test('a row says what its waiting events wait for', () => {
  const order = { ends_at: '2026-12-06T23:45', next_trial_at: '2026-11-30T00:50' }
  const wait = (count: number, of: typeof order | undefined, state: Receiver['state']) =>
    describeWait(count, of, state, { brief: String })
  expect(wait(1, undefined, 'failing')).toBe('waits in a paused replay')
  expect(wait(2, undefined, 'failing')).toBe('wait in a paused replay')
  expect(wait(2, order, 'failing')).toBe(
    'will be replayed when it recovers, if that is before 2026-12-06T23:45',
  )
  expect(wait(2, order, 'recovered')).toBe(
    'will be replayed after the next trial at 2026-11-30T00:50',
  )
})

test('receivers that miss nothing are listed for Mine and Done, and on the page of a company', () => {
  const followUp = (value: string, owner: string | null, state: FollowUp['state'] = 'open') => ({
    ...{ kind: 'receiver' as const, value, owner, state },
    ...{ recurred_at: null, ticket_url: null, version: 1, changed: null, informed: null },
    ...{ notes: 0, language: null },
  })
  const followUps = [
    followUp('mine.example', 'Thandi'),
    followUp('colleague.example', 'Sipho', 'waiting'),
    followUp('done.example', null, 'done'),
    followUp('untaken.example', null),
    followUp('missing.example', 'Thandi', 'done'),
    followUp('gone.example', 'Thandi'),
    { ...followUp('Acme Cars', 'Thandi'), kind: 'company' as const },
  ]
  const receiver = (name: string, calls = 0): Receiver => ({
    ...{ receiver: name, state: 'working', failures: 0, cause: null },
    companies: name === 'acme.example' ? ['Acme Cars'] : ['Bela Motors'],
    ...{ first_failure: null, last_failure: null, last_delivery: null, recovered_at: null },
    recovered_by_replay: false,
    ...{ live: null, late_s: null, tracking_numbers: 0 },
    missing: { call_events_fail: calls, transcription_events_fail: 0 },
  })
  const receivers = new Map(
    [
      ...['mine', 'colleague', 'done', 'untaken', 'acme'].map(name => receiver(`${name}.example`)),
      receiver('missing.example', 1),
    ].map(one => [one.receiver, one]),
  )
  expect(countRecovered({}, receivers)).toBe(0)
  const recovered = [receiver('mine.example'), receiver('missing.example', 1)].map(one => ({
    ...one,
    state: 'recovered' as const,
  }))
  const withRecovered = new Map([
    ...receivers,
    ...recovered.map(one => [one.receiver, one] as const),
  ])
  expect(countRecovered({}, withRecovered)).toBe(1)
  expect(countRecovered({ follow_up: 'mine' }, withRecovered)).toBe(0)
  const listed = (filter?: 'mine' | 'done' | 'waiting') =>
    receiversWithoutJobs({ follow_up: filter }, [], followUps, receivers, 'Thandi').map(
      ({ receiver }) => receiver,
    )
  expect(listed('mine')).toEqual(['mine.example', 'acme.example'])
  expect(listed('done')).toEqual([
    ...['mine.example', 'colleague.example', 'done.example', 'acme.example'],
  ])
  expect(listed('waiting')).toEqual([])
  expect(listed()).toEqual([])
  const ofCompany = (company: string) =>
    receiversWithoutJobs(
      { company },
      toDos({ call_events_fail: [group('mine.example', 1)] }),
      [],
      receivers,
      null,
    ).map(one => one.receiver)
  expect(ofCompany('Acme Cars')).toEqual(['acme.example'])
  // What is missing may be from other days than those of the page.
  expect(ofCompany('Bela Motors')).toEqual([
    ...['colleague.example', 'done.example', 'untaken.example', 'missing.example'],
  ])
})
