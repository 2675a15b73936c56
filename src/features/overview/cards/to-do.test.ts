import { expect, test } from 'vitest'
import { UNKNOWN_RECEIVER } from '../../../../contract/event/receiver-of.ts'
import type { EventGroup } from '../../../../contract/events.ts'
import { FailedEventList } from '../../../../contract/failed-event.ts'
import type { FollowUp } from '../../../../contract/follow-up.ts'
import type { Receiver } from '../../../../contract/receiver.ts'
import {
  countRecovered,
  describeUnsent,
  describeWait,
  formatCauses,
  formatEarlierCauses,
  jobsOfAll,
  plannedIn,
  receiversWithoutJobs,
  summariseRecovered,
  summariseToDos,
  toDos,
  unsentJobs,
  waitingJobs,
} from './to-do.ts'

function group(name: string, missing: number, change: Partial<EventGroup> = {}): EventGroup {
  return {
    name,
    events: missing,
    missing,
    failed_again: 0,
    calls: missing,
    first: '2026-11-25T09:00:00+02:00',
    last: '2026-11-26T09:00:00+02:00',
    companies: [{ name: 'Acme Cars', count: missing }],
    causes: [{ name: 'Answered 500, an error on its side', count: missing }],
    receivers: [{ name, count: missing }],
    of: { companies: 1, causes: 1, receivers: 1 },
    has_receiver: true,
    planned: [],
    bars: [],
    ...change,
  }
}

function jobsOf(groups: Partial<Record<FailedEventList, EventGroup[]>>) {
  return toDos(
    FailedEventList.options.flatMap(list => groups[list]?.map(group => ({ list, group })) ?? []),
  )
}

test('calls and AI events of one receiver are one job, and the receiver with the most events comes first', () => {
  const jobs = jobsOf({
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
  const [job] = jobsOf({
    call_events_fail: [group('acme.example', 5)],
    transcription_events_fail: [group('acme.example', 9, { causes })],
  })
  expect(job?.causes).toEqual(['Timed out', 'Answered 500, an error on its side'])
})

test.each([
  [['Timed out'], null, 'Timed out'],
  [['Timed out', 'Answered 404'], 'Timed out', 'Most often: Timed out. Also 1 other cause'],
  [['Timed out', 'Answered 404'], 'Answered 404', 'Last: Answered 404. Most often: Timed out'],
  [['Timed out'], 'Answered 401', 'Last: Answered 401. Most often: Timed out'],
])(
  'the causes %j of a receiver whose newest attempt failed with %j are “%s”',
  (causes, last, text) => {
    expect(formatCauses(causes, last)).toBe(text)
  },
)

test.each([
  [[], []],
  [['Timed out'], ['Before that: Timed out']],
  [['Timed out', 'Answered 404'], ['Before that, most often: Timed out']],
])('a receiver that has recovered had failed with the causes %j', (causes, texts) => {
  expect(formatEarlierCauses(causes)).toEqual(texts)
})

test.each([
  [
    [20, 10, 5, 5],
    ['4 receivers, 1 cause, 40 events.', 'The worst three make up 88% of them.'],
  ],
  [
    [20, 10],
    ['2 receivers, 1 cause, 30 events.', ''],
  ],
  [[1], ['1 receiver, 1 cause, 1 event.', '']],
])('the summary of %j', (sizes, summary) => {
  const groups = sizes.map((size, at) => group(`receiver-${at}.example`, size))
  const all = { receivers: sizes.length, events: sizes.reduce((sum, size) => sum + size, 0) }
  expect(summariseToDos(jobsOf({ call_events_fail: groups }), all)).toEqual(summary)
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
  expect(summariseRecovered(jobsOf({ call_events_fail: groups }), true)).toBe(text)
})

/** Acme misses 5 calls, Bela 3 calls and 2 AI events. So many of each list are in a running replay. */
function jobsWith({ acme = 0, calls = 0, aiEvents = 0 }) {
  const planned = (events: number) =>
    events > 0 ? { planned: [{ run_id: events === 3 ? 'run 3' : 'run', events }] } : {}
  const [one, other] = jobsOf({
    call_events_fail: [
      group('acme.example', 5, planned(acme)),
      group('bela.example', 3, planned(calls)),
    ],
    transcription_events_fail: [group('bela.example', 2, planned(aiEvents))],
  })
  if (!(one && other)) throw new Error('There are two jobs.')
  return [one, other] as const
}
const NO_DELIVERIES = new Map([['acme.example', { live: null }]])
const LIVE = new Map([
  ['acme.example', { live: { delivered: 0, failed: 8, retrying: 0, median_ms: null } }],
])

test('one button replays what all receivers of a company miss, apart from what waits in a replay', () => {
  const [acme, bela] = jobsWith({})
  const [waiting] = jobsWith({ acme: 5 })
  const [cape] = jobsOf({ call_events_fail: [group('cape.example', 1)] })
  if (!cape) throw new Error('There is a job.')
  expect(jobsOfAll([acme, bela], [cape])).toEqual([acme, bela, cape])
  expect(jobsOfAll([waiting, bela], [cape])).toEqual([bela, cape])
  // The row of the receiver has a button, and so has the line about the recovered ones.
  expect(jobsOfAll([waiting, bela], [])).toEqual([])
  expect(jobsOfAll([waiting], [bela, cape])).toEqual([])
})

test('the calls and AI events of a receiver count that wait in no replay', () => {
  const unsent = (of: Parameters<typeof jobsWith>[0]) =>
    unsentJobs([...jobsWith(of)]).map(({ job, events }) => [job.receiver, events])
  expect(unsent({})).toEqual([
    ['acme.example', 5],
    ['bela.example', 5],
  ])
  // The calls of one receiver and everything of the other.
  expect(unsent({ acme: 5, calls: 3 })).toEqual([['bela.example', 2]])
})

test('a receiver waits if all events that it misses are in its orders', () => {
  const orders = ['run', 'run 3'].map(run_id => ({ receiver: 'bela.example', run_id }))
  const waiting = (of: Parameters<typeof jobsWith>[0], among = orders) =>
    waitingJobs([...jobsWith(of)], among).map(({ receiver }) => receiver)
  expect(waiting({ acme: 5, calls: 3 })).toEqual([])
  expect(waiting({ acme: 5, calls: 3, aiEvents: 2 })).toEqual(['bela.example'])
  // The other replay is paused, or only waits for other receivers.
  expect(waiting({ calls: 3, aiEvents: 2 }, orders.slice(0, 1))).toEqual([])
  const [, bela] = jobsWith({ calls: 3, aiEvents: 2 })
  expect(plannedIn(bela, orders).map(({ events }) => events)).toEqual([2, 3])
})

test.each([
  [
    'the service reports no deliveries',
    NO_DELIVERIES,
    {},
    '2 failing receivers may have recovered. Redial can try one event of each until it arrives, then the rest.',
  ],
  [
    'the service reports deliveries',
    LIVE,
    {},
    '2 failing receivers still miss 10 events. Redial can try one event of each until it arrives, then the rest.',
  ],
  [
    'a replay has tried one of them',
    NO_DELIVERIES,
    { acme: 5, calls: 3 },
    '1 failing receiver still misses 2 events that are in no replay. Redial can try one event until it arrives, then the rest.',
  ],
  [
    'one event of one receiver waits in no replay',
    LIVE,
    { acme: 5, calls: 2, aiEvents: 2 },
    '1 failing receiver still misses 1 event that is in no replay. Redial can try the event until it arrives.',
  ],
  [
    'one event of each waits in no replay',
    LIVE,
    { acme: 4, calls: 2, aiEvents: 2 },
    '2 failing receivers still miss 2 events that are in no replay. Redial can try one event of each until it arrives.',
  ],
])('what is said about failing receivers if %s', (_, receivers, planned, text) => {
  expect(describeUnsent(unsentJobs([...jobsWith(planned)]), receivers)).toBe(text)
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
    failed: calls,
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
      jobsOf({ call_events_fail: [group('mine.example', 1)] }),
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

test('events that name no receiver wait for nobody’s recovery', () => {
  const jobs = jobsOf({ call_events_fail: [group(UNKNOWN_RECEIVER, 8), group('bela.example', 2)] })
  expect(unsentJobs(jobs).map(({ job }) => job.receiver)).toEqual(['bela.example'])
})
