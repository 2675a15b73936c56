import { expect, test } from 'vitest'
import { lateWords } from './late-words.ts'

test.each([
  [31, '31 seconds late'],
  [119, '119 seconds late'],
  [120, '2 minutes late'],
  [7_199, '120 minutes late'],
  [7_200, '2 hours late'],
  [100_000, '28 hours late'],
])('%i seconds are %s', (seconds, words) => {
  expect(lateWords(seconds)).toBe(words)
})
