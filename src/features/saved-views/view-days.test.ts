import { expect, test } from 'vitest'
import { formatViewDays, rangeAt, relativeDays } from './saved-view.ts'

const TODAY = '2026-11-21'

test.each([
  ['2026-11-21', '2026-11-21', 'always today'],
  ['2026-11-20', '2026-11-20', 'always yesterday'],
  ['2026-11-15', '2026-11-21', 'always the last 7 days'],
])('%s to %s moves with the day: %s', (from, to, words) => {
  const days = relativeDays({ from, to }, TODAY)
  expect(days && formatViewDays(days)).toBe(words)
  expect(days && rangeAt(days, TODAY)).toEqual({ from, to })
})

test('over the end of a year', () => {
  const days = relativeDays({ from: '2026-12-26', to: '2027-01-01' }, '2027-01-01')
  expect(days && rangeAt(days, '2027-03-02')).toEqual({ from: '2027-02-24', to: '2027-03-02' })
})

test.each([
  ['2026-11-01', '2026-11-10'],
  ['2026-11-19', '2026-11-20'],
  ['2026-11-22', '2026-11-21'],
  ['2026-11-21', '2026-11-22'],
])('%s to %s means these very days', (from, to) => {
  expect(relativeDays({ from, to }, TODAY)).toBeNull()
})
