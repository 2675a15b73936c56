import { expect, test } from 'vitest'
import { countDifference } from './count-difference.ts'

test('an item that left and another one that arrived are two changes', () => {
  const [one, other, third] = [{}, {}, {}]
  expect(countDifference([one, other], [other, third])).toBe(2)
  expect(countDifference([one, other], [other])).toBe(1)
  expect(countDifference([one], [one, other, third])).toBe(2)
  expect(countDifference([one, other], [other, one])).toBe(0)
  expect(countDifference([], [])).toBe(0)
})
