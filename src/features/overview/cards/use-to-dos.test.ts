import { expect, test } from 'vitest'
import type { EventGroups } from '../../../../contract/events.ts'
import { missingQuery } from '../prefetch-overview.ts'
import { areLoaded, groupsUntilLoaded } from './use-to-dos.ts'

const WEEK = { from: '2026-11-23', to: '2026-11-29' }
const MONTH = { from: '2026-10-31', to: '2026-11-29' }

const GROUPS: EventGroups = {
  version: '1',
  reading: {
    count: 3,
    read: 3,
    is_complete: true,
    read_at: '2026-11-29T12:00:00Z',
    is_reading: false,
    wait: null,
    is_stopped: false,
    problem: null,
  },
  has_payloads: true,
  count: 1,
  events: 3,
  calls_differ: false,
  state: 'missing',
  states: { missing: 3, delivered: 0, handled: 0, all: 3 },
  of: 3,
  results: [],
}

const keyOf = (range: typeof WEEK, version: string, company = 'Acme Cars') =>
  missingQuery('call_events_fail', range, version, { company }).queryKey

test('until a later version of the same days is loaded, the earlier one is shown as it is', () => {
  expect(groupsUntilLoaded(GROUPS, keyOf(WEEK, '1'), keyOf(WEEK, '2'))).toBe(GROUPS)
})

test.each([
  ['days', keyOf(MONTH, '1')],
  ['company', keyOf(WEEK, '1', 'Baobab Motors')],
])('until other %s are loaded, the shown events count as a part that is being read', (_, key) => {
  expect(groupsUntilLoaded(GROUPS, keyOf(WEEK, '1'), key)).toMatchObject({
    events: 3,
    reading: { is_complete: false, is_reading: true },
  })
})

test.each([
  ['both lists', ['loaded', 'loaded'], true],
  ['one list, while the other one is loading', ['loaded', 'loading'], false],
  ['one list, while the service refuses the other one', ['loaded', 'refused'], true],
  ['none, while the service refuses both', ['refused', 'refused'], false],
] as const)('the receivers are listed with %s', (_, states, expected) => {
  const both = states.map(state => ({
    query: { data: state === 'loaded' ? GROUPS : undefined },
    error: state === 'refused' ? new Error('refused') : null,
  }))
  expect(areLoaded(both)).toBe(expected)
})
