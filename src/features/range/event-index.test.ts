import { expect, test } from 'vitest'
import type { EventState } from '../../../contract/event-state.ts'
import { FailedEvent } from '../../../contract/failed-event.ts'
import { ListSearch } from '../event/list/list-search.ts'
import { criteriaOf } from './criteria.ts'
import { countDifference, EventIndex } from './event-index.ts'

const event = (id: string, item: object = {}) => ({
  key: id,
  page: 1,
  event: { ...FailedEvent.parse({ request_json: {}, ...item }), id },
})

const EVENTS = [
  event('1', { event: 'missed_call_saver' }),
  event('2', { attempts: [{ status: 500 }] }),
  event('3', { attempts: [{ status: 500 }] }),
  event('4', { attempts: [{ status: null, error: 'timeout' }] }),
  event('5'),
]

const STATES = new Map<string, EventState | null>([
  ...(
    [
      ['1', 'delivered'],
      ['2', 'sending'],
      ['3', 'failed_again'],
      ['4', 'handled'],
    ] as const
  ).map(
    ([event_id, state]) =>
      [event_id, { event_id, state, at: null, who: null, failure: null }] as const,
  ),
  ['5', null],
])

type States = typeof STATES | undefined

function found(address: object, searchText = '', count = EVENTS.length) {
  const index = new EventIndex(EVENTS)
  const { events, ...rest } = index.find(
    criteriaOf(ListSearch.parse(address), searchText, count),
    STATES,
  )
  return { ids: events.map(({ read }) => read.event.id).toSorted(), ...rest }
}

test('what is being sent or failed again is still missing', () => {
  expect(found({ state: 'missing' }).ids).toEqual(['2', '3', '5'])
  expect(found({ state: 'delivered' }).ids).toEqual(['1'])
  expect(found({ state: 'handled' }).ids).toEqual(['4'])
  expect(found({ state: 'all' }).ids).toEqual(['1', '2', '3', '4', '5'])
})

test('a search in a small range lists first what is still missing; all else lists everything', () => {
  expect(found({}, '', 500).ids).toEqual(['2', '3', '5'])
  expect(found({}, '', 501).ids).toHaveLength(5)
  expect(found({ view: 'groups' }).ids).toHaveLength(5)
  expect(found({ view: 'all' }).ids).toHaveLength(5)
  // An opened group, or a filtered list that was sorted.
  expect(found({ view: 'all', status: '500' }).ids).toEqual(['2', '3'])
  expect(found({ view: 'all', status: 'Unknown' }).ids).toEqual(['5'])
})

test('a search that nobody chose a state for lists all matches if none is missing', () => {
  expect(found({ kind: 'Missed Call Saver' })).toMatchObject({ ids: ['1'], state: 'all' })
  expect(found({ status: 'No answer' })).toMatchObject({ ids: ['4'], state: 'all' })
  expect(found({ status: '500' })).toMatchObject({ ids: ['2', '3'], state: 'missing' })
  expect(found({ status: 'No answer', state: 'missing' })).toMatchObject({ ids: [] })
})

test('each state is counted among the events that match everything else', () => {
  const all = { missing: 3, delivered: 1, handled: 1, unknown: 0, all: 5 }
  expect(found({ state: 'delivered' }).counts).toEqual(all)
  expect(found({ state: 'delivered', status: '500' })).toEqual({
    ids: [],
    state: 'delivered',
    counts: { missing: 2, delivered: 0, handled: 0, unknown: 0, all: 2 },
  })
})

test('an event whose state is unknown is in no state', () => {
  const index = new EventIndex(EVENTS)
  const find = (state: string, states: States) => {
    const criteria = criteriaOf(ListSearch.parse({ state }), '', EVENTS.length)
    const { events, counts } = index.find(criteria, states)
    return { ids: events.map(({ read }) => read.event.id), counts }
  }
  const none = { missing: 0, delivered: 0, handled: 0, unknown: 5, all: 5 }
  expect(find('missing', undefined)).toEqual({ ids: [], counts: none })
  expect(find('delivered', undefined)).toEqual({ ids: [], counts: none })
  expect(find('all', undefined).ids).toHaveLength(5)
  const some = new Map([...STATES].filter(([id]) => id !== '2'))
  expect(find('missing', some)).toEqual({
    ids: ['3', '5'],
    counts: { missing: 2, delivered: 1, handled: 1, unknown: 1, all: 5 },
  })
})

test('events are filtered by kind and HTTP status', () => {
  expect(found({ state: 'all', status: 'No answer' }).ids).toEqual(['4'])
  expect(found({ state: 'all', kind: 'Missed Call Saver' }).ids).toEqual(['1'])
})

test('a filter value counts what it would list together with the search, the state and the other filters', () => {
  const index = new EventIndex(EVENTS)
  const choices = (filter: 'kind' | 'status', address: object, searchText = '') =>
    index.choicesOf(
      filter,
      criteriaOf(ListSearch.parse(address), searchText, EVENTS.length),
      STATES,
    )
  expect(choices('kind', { state: 'all' })).toContainEqual({ value: 'Missed Call Saver', count: 1 })
  expect(choices('status', { state: 'all' })).toEqual([
    { value: 'Unknown', count: 2 },
    { value: '500', count: 2 },
    { value: 'No answer', count: 1 },
  ])
  // Without a state in the URL, a small range lists what is still missing.
  expect(choices('status', {})).toEqual([
    { value: '500', count: 2 },
    { value: 'Unknown', count: 1 },
    // None is missing, so all would be listed.
    { value: 'No answer', count: 1, isOther: true },
  ])
  expect(choices('status', { state: 'missing' })).toContainEqual({ value: 'No answer', count: 0 })
  expect(choices('status', {}, 'no such word').map(({ count }) => count)).toEqual([0, 0, 0])
  expect(choices('status', { state: 'all', status: '500', kind: 'Missed Call Saver' })).toEqual([
    { value: 'Unknown', count: 1 },
    { value: '500', count: 0 },
    { value: 'No answer', count: 0 },
  ])
  expect(choices('status', { state: 'all' }, 'no such word').map(({ count }) => count)).toEqual([
    0, 0, 0,
  ])
  const missing = criteriaOf(ListSearch.parse({ state: 'missing' }), '', EVENTS.length)
  expect(index.choicesOf('kind', missing, undefined)).toContainEqual({
    value: 'Missed Call Saver',
    count: null,
  })
})

test('what was prepared is what all events are grouped by, and other criteria are grouped on their own', () => {
  const index = new EventIndex(EVENTS)
  while (index.prepare());
  const find = (state: string) =>
    index.find(criteriaOf(ListSearch.parse({ state }), '', EVENTS.length), STATES).events
  const all = find('all')
  expect(all.map(({ read }) => read.event.id)).toHaveLength(EVENTS.length)
  for (const by of ['receiver', 'company', 'cause'] as const)
    expect(index.groupsOf(all, by)).toBe(index.groupsOf(find('all'), by))
  const groups = index.groupsOf(find('missing'), 'receiver')
  expect(groups.map(({ events }) => events.length)).toEqual([3])
})

test('a replay that failed again decides the cause in filters, choices, sorting, groups and the search', () => {
  const failures = new Map([['2', { status: 204, error: 'answered 204' }]])
  // As after a change: what the index before has sorted must not count any more.
  const before = new EventIndex(EVENTS)
  while (before.prepare());
  const index = new EventIndex(EVENTS, undefined, failures, before)
  const find = (address: object, searchText = '') =>
    index.find(
      criteriaOf(ListSearch.parse({ state: 'all', ...address }), searchText, EVENTS.length),
      undefined,
    ).events
  const ids = (address: object, searchText?: string) =>
    find(address, searchText).map(({ read }) => read.event.id)
  const was = 'Answered 500, an error on its side'
  const is = 'Answered 204, but only 200 counts'
  expect(ids({ cause: was })).toEqual(['3'])
  expect(ids({ cause: is })).toEqual(['2'])
  expect(ids({ status: '204' })).toEqual(['2'])
  expect(ids({}, 'only 200')).toEqual(['2'])
  expect(ids({}, 'its side')).toEqual(['3'])
  const all = criteriaOf(ListSearch.parse({ state: 'all' }), '', EVENTS.length)
  expect(index.choicesOf('cause', all, undefined)).toContainEqual({ value: is, count: 1 })
  const causes = find({ sort: '-cause' }).map(({ cause }) => cause)
  expect(causes.indexOf(is)).toBeGreaterThan(causes.indexOf(was))
  const groups = index.groupsOf(find({}), 'cause')
  expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining([was, is]))
})

test('an event keeps its facts until another replay of it fails', () => {
  const withStatus = (status: number) =>
    new EventIndex(EVENTS, undefined, new Map([['2', { status, error: null }]])).events
  const first = withStatus(204)
  expect(withStatus(204)[1]).toBe(first[1])
  expect(withStatus(404)[1]).not.toBe(first[1])
  expect(withStatus(500)[1]).toBe(new EventIndex(EVENTS).events[1])
})

test('an item that left and another one that arrived are two changes', () => {
  const [one, other, third] = [{}, {}, {}]
  expect(countDifference([one, other], [other, third])).toBe(2)
  expect(countDifference([one, other], [other])).toBe(1)
  expect(countDifference([one], [one, other, third])).toBe(2)
  expect(countDifference([one, other], [other, one])).toBe(0)
  expect(countDifference([], [])).toBe(0)
})
