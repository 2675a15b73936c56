import { assert, expect, test } from 'vitest'
import type { ViewDays } from '../../../contract/saved-view.ts'
import { ListSearch } from '../event/list/list-search.ts'
import {
  defaultSearch,
  formatViewDays,
  formatViewTimes,
  rangeAt,
  relativeDays,
  updateView,
} from './saved-view.ts'

const TODAY = '2026-11-25'
const LAST_WEEK = { kind: 'absolute', from: '2026-11-15', to: '2026-11-21' } as const
const SHOWN = { from: '2026-11-19', to: TODAY }
const SEARCH = { ...ListSearch.parse({}), ...SHOWN }

const view = (days: ViewDays) => ({ days, query: '' })

test('fixed days of a view stay fixed when it is updated to days that end today', () => {
  expect(updateView(view(LAST_WEEK), SEARCH, TODAY).days).toEqual({ kind: 'absolute', ...SHOWN })
})

test('moving days of a view keep moving when it is updated', () => {
  const today = relativeDays({ from: TODAY, to: TODAY }, TODAY)
  assert(today !== null)
  expect(updateView(view(today), SEARCH, TODAY).days).toEqual(relativeDays(SHOWN, TODAY))
})

test.each([
  ['2026-11-25', '2026-11-25', 'always today'],
  ['2026-11-24', '2026-11-24', 'always yesterday'],
  ['2026-11-19', '2026-11-25', 'always the last 7 days'],
])('%s to %s moves with the day: %s', (from, to, words) => {
  const days = relativeDays({ from, to }, TODAY)
  expect(days && formatViewDays(days)).toBe(words)
  expect(days && rangeAt(days, TODAY)).toEqual({ from, to })
})

// Only other clients make them.
test.each([
  [5, 5, 'always 5 days ago'],
  [7, 2, 'always from 7 to 2 days ago'],
])('a range from %i to %i days back has words', (from_back, to_back, words) => {
  expect(formatViewDays({ kind: 'relative', from_back, to_back })).toBe(words)
})

test.each([
  [{}, ''],
  [{ from_time: '14:00' }, ', from 14:00'],
  [{ from_time: '09:00', to_time: '17:00' }, ', from 09:00 until 17:00'],
])('the times %j of a view are written as “%s”', (times, words) => {
  expect(formatViewTimes(times)).toBe(words)
})

test('over the end of a year', () => {
  const days = relativeDays({ from: '2026-12-26', to: '2027-01-01' }, '2027-01-01')
  expect(days && rangeAt(days, '2027-03-02')).toEqual({ from: '2027-02-24', to: '2027-03-02' })
})

test.each([
  ['2026-11-01', '2026-11-10'],
  ['2026-11-23', '2026-11-24'],
  ['2026-11-26', '2026-11-25'],
  ['2026-11-25', '2026-11-26'],
])('%s to %s means these very days', (from, to) => {
  expect(relativeDays({ from, to }, TODAY)).toBeNull()
})

test('a list opens with the view that the person chose for it', () => {
  const days = { kind: 'relative', from_back: 1, to_back: 0 } as const
  const default_views = { call_events_fail: { days, query: '?company=Acme' } }
  const session = { signed_in: true, name: null, service: '', time_zone: 'UTC', default_views }
  expect(defaultSearch(session, 'call_events_fail', TODAY)).toMatchObject({
    from: '2026-11-24',
    to: TODAY,
    company: 'Acme',
  })
  expect(defaultSearch(session, 'transcription_events_fail', TODAY)).toBeUndefined()
})
