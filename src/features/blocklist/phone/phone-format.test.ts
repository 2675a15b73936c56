import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPhoneFormat } from './phone-format.tsx'

test.each([
  ['27821230001', '082 123 0001', '+27 82 123 0001', 'South Africa'],
  ['27115550123', '011 555 0123', '+27 11 555 0123', 'South Africa'],
  ['442079460000', '020 7946 0000', '+44 20 7946 0000', 'United Kingdom'],
  ['254712345678', '0712 345678', '+254 712 345678', 'Kenya'],
  ['12025550123', '(202) 555-0123', '+1 202 555 0123', 'United States'],
])('%s is written %s and %s, of %s', (number, national, international, country) => {
  expect(toPhoneFormat(number)).toEqual({ national, international, country, isUsual: true })
})

test('returns the country of a number that is too short, and that it is unusual', () => {
  expect(toPhoneFormat('2541234')).toMatchObject({ country: 'Kenya', isUsual: false })
})

test('returns null for a number without a country code', () => {
  expect(toPhoneFormat('9991234567')).toBeNull()
})

test('never formats a number as another', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{6,14}$/), number => {
      const written = toPhoneFormat(number)
      if (written) expect(written.international.replace(/\D/g, '')).toBe(number)
    }),
  )
})
