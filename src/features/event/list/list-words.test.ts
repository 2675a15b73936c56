import { expect, test } from 'vitest'
import { listSummary, rangeWords } from './list-words.ts'

test.each([
  [{ count: 1284, page: 3, pages: 65 }, '1,284 failed calls, page 3 of 65'],
  [{ count: 1, page: 1, pages: 1 }, '1 failed call, page 1 of 1'],
  [{ count: 1_000_000, page: 1234, pages: 25_000 }, '1,000,000 failed calls, page 1,234 of 25,000'],
])('%o reads as people say it', (counts, words) => {
  expect(listSummary('call_events_fail', counts)).toBe(words)
})

test('AI events have a name of their own', () => {
  const counts = { count: 2, page: 1, pages: 1 }
  expect(listSummary('transcription_events_fail', counts)).toBe('2 failed AI events, page 1 of 1')
})

test.each([
  ['2026-11-21', '2026-11-21', 'on 21 November 2026'],
  ['2026-11-15', '2026-11-21', 'from 15 to 21 November 2026'],
  ['2026-10-23', '2026-11-21', 'from 23 October to 21 November 2026'],
  ['2025-12-30', '2026-01-02', 'from 30 December 2025 to 2 January 2026'],
])('%s to %s', (from, to, words) => {
  expect(rangeWords({ from, to })).toBe(words)
})
