import { expect, test } from 'vitest'
import { trackingNumberKey } from './receiver.ts'

test.each([
  ['+27 (21) 555-0100', '27215550100'],
  ['0027215550100', '27215550100'],
  [' 27.21.555.0100 ', '27215550100'],
  ['Front desk', 'Front desk'],
  ['+27 21 ext. 5', '+27 21 ext. 5'],
  ['+-', '+-'],
  ['+', '+'],
  ['', ''],
])('%j is known as %j', (written, key) => {
  expect(trackingNumberKey(written)).toBe(key)
})

test('a million digits that are not a phone number are read only once', () => {
  // If the expression tried each of them as the first, this would take hours.
  const text = `${'1'.repeat(1_000_000)}x`
  expect(trackingNumberKey(text)).toBe(text)
})
