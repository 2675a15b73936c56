import { expect, test } from 'vitest'
import { formatDuration, formatLateness, formatWait } from './durations.ts'

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [59.7, '1 min 00 s'],
  [65, '1 min 05 s'],
  [119.7, '2 min 00 s'],
  [3599.8, '1 h 00 min'],
  [3720, '1 h 02 min'],
  [172_799, '47 h 59 min'],
  [172_800, '2 days'],
  [281_000, '3 days 6 h'],
])('%d seconds are %s', (seconds, words) => {
  // A line break between a number and its unit would be hard to read.
  expect(formatDuration(seconds)).toBe(words.replaceAll(' ', '\u00a0'))
})

test.each([
  [31, '31 seconds late'],
  [119, '119 seconds late'],
  [120, '2 minutes late'],
  [7_199, '120 minutes late'],
  [7_200, '2 hours late'],
  [100_000, '28 hours late'],
])('%i seconds are %s', (seconds, words) => {
  expect(formatLateness(seconds)).toBe(words)
})

test.each([
  [null, 'a little'],
  [0.2, '1 second'],
  [89.5, '90 seconds'],
  [90, '2 minutes'],
  [5_400, '2 hours'],
  [172_801, 'for days'],
])('a wait of %s seconds is %s', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words)
})
