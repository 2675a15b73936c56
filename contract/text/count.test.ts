import { expect, test } from 'vitest'
import { formatCount, formatNumber, plural } from './count.ts'

test('a number has a comma between thousands', () => {
  expect(formatNumber(1_284)).toBe('1,284')
})

test.each([
  [0, '0 events'],
  [1, '1 event'],
  [2, '2 events'],
  [1_001, '1,001 events'],
])('%i: %s', (count, words) => {
  expect(formatCount(count, 'event', 'events')).toBe(words)
  expect(plural(count, 'event', 'events')).toBe(words.split(' ')[1])
})
