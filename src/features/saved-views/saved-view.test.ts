import { assert, expect, test } from 'vitest'
import { ListSearch } from '../event/list/list-search.ts'
import {
  formatViewDays,
  freeName,
  rangeAt,
  relativeDays,
  type SavedView,
  updateView,
} from './saved-view.ts'

const TODAY = '2026-11-25'
const LAST_WEEK = { kind: 'absolute', from: '2026-11-15', to: '2026-11-21' } as const
const SHOWN = { from: '2026-11-19', to: TODAY }
const SEARCH = { ...ListSearch.parse({}), ...SHOWN }

const view = (days: SavedView['days']): SavedView => ({
  id: 'b2c9',
  name: 'Mine',
  list: 'call_events_fail',
  days,
  query: '',
})

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

test('a name that is taken, whatever its case, gets the first free number', () => {
  const others = ['mine', 'Mine (2)'].map(name => ({ ...view(LAST_WEEK), name }))
  expect(freeName('Mine', others)).toBe('Mine (3)')
  expect(freeName('Yours', others)).toBe('Yours')
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
