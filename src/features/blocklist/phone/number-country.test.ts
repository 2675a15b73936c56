import { expect, test } from 'vitest'
import { countryOfNumber } from './phone-entry.ts'

test.each([
  ['27821230001', 'South Africa'],
  ['27115550123', 'South Africa'],
  ['442079460000', 'United Kingdom'],
  ['254712345678', 'Kenya'],
  ['12025550123', 'United States'],
])('%s is a number of %s', (number, country) => {
  expect(countryOfNumber(number)).toEqual({ country, isUsual: true })
})

test('returns the country of a number that is too short, and that it is unusual', () => {
  expect(countryOfNumber('2541234')).toEqual({ country: 'Kenya', isUsual: false })
})

test('returns null for a number without a country code', () => {
  expect(countryOfNumber('9991234567')).toBeNull()
})
