import { expect, test } from 'vitest'
import { trackingNumberKey, trackingNumberKeys } from './receiver.ts'

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

test.each([
  ['+27 10 555 0142', ['27105550142', '0105550142']],
  ['010 555 0142', ['0105550142', '27105550142']],
  // The number of another country, and what is not a complete number.
  ['020 7946 0958', ['02079460958']],
  ['442079460958', ['442079460958']],
  ['27105', ['27105']],
  ['Front desk', ['Front desk']],
])('the setting of %j has one of the keys %j', (written, keys) => {
  expect(trackingNumberKeys(written)).toEqual(keys)
})

test('a million digits that are not a phone number are read only once', () => {
  // If the expression tried each of them as the first, this would take hours.
  const text = `${'1'.repeat(1_000_000)}x`
  expect(trackingNumberKey(text)).toBe(text)
})
