import { expect, test } from 'vitest'
import { listSummary } from './list-labels.ts'

test.each([
  [{ count: 1284, page: 3, pages: 65 }, '1,284 failed calls, page 3 of 65'],
  [{ count: 1, page: 1, pages: 1 }, '1 failed call, page 1 of 1'],
  [{ count: 1_000_000, page: 1234, pages: 25_000 }, '1,000,000 failed calls, page 1,234 of 25,000'],
])('%o is a readable sentence', (counts, words) => {
  expect(listSummary('call_events_fail', counts)).toBe(words)
})

test('AI events have a name of their own', () => {
  const counts = { count: 2, page: 1, pages: 1 }
  expect(listSummary('transcription_events_fail', counts)).toBe('2 failed AI events, page 1 of 1')
})
