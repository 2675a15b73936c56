import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPhoneFormat } from './phone-format.ts'

test.each([
  ['27821230001', '082 123 0001', '+27 82 123 0001', 'South Africa'],
  ['27115550123', '011 555 0123', '+27 11 555 0123', 'South Africa'],
  ['442079460000', '020 7946 0000', '+44 20 7946 0000', 'United Kingdom'],
  ['254712345678', '0712 345678', '+254 712 345678', 'Kenya'],
  ['12025550123', '(202) 555-0123', '+1 202 555 0123', 'United States'],
])('%s is written %s and %s, of %s', (number, national, international, country) => {
  expect(toPhoneFormat(number)).toEqual({ national, international, country, isUsual: true })
})

test('of a number that is too short its country is told, and that it isn’t usual', () => {
  expect(toPhoneFormat('2541234')).toMatchObject({ country: 'Kenya', isUsual: false })
})

test('a number that begins with no country’s code isn’t written at all', () => {
  expect(toPhoneFormat('9991234567')).toBeNull()
})

test('no number is written as another', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{6,14}$/), number => {
      const written = toPhoneFormat(number)
      if (written) expect(written.international.replace(/\D/g, '')).toBe(number)
    }),
  )
})
