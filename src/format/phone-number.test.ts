import { expect, test } from 'vitest'
import { formatPhoneNumber } from './phone-number.ts'

test.each([
  ['27820000001', '+27820000001'],
  ['anonymous', 'anonymous'],
  ['2010', '2010'],
  ['112', '112'],
  ['0821234567', '0821234567'],
])('writes the number %s as %s', (number, words) => {
  expect(formatPhoneNumber(number)).toBe(words)
})
