import { expect, test } from 'vitest'
import { formatDateRange, formatWeekday } from './days.ts'

test.each([
  ['2026-11-21', '2026-11-21', 'on 21 November 2026'],
  ['2026-11-15', '2026-11-21', 'from 15 to 21 November 2026'],
  ['2026-10-23', '2026-11-21', 'from 23 October to 21 November 2026'],
  ['2025-12-30', '2026-01-02', 'from 30 December 2025 to 2 January 2026'],
])('%s to %s', (from, to, words) => {
  expect(formatDateRange({ from, to })).toBe(words)
})

test('a weekday has no comma', () => {
  expect(formatWeekday('2026-11-21')).toBe('Sat 21 Nov')
})
