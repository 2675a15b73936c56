import fc from 'fast-check'
import parsePhoneNumber, { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { formatPhoneNumber } from './phone-number.ts'

test.each([
  ['27821230001', '+27 82 123 0001'],
  ['12025550123', '+1 202 555 0123'],
  ['254712345678', '+254 71 234 5678'],
  ['442079460000', '+44 20 7946 0000'],
  ['4971234567', '+49 7 123 4567'],
  ['2541234', '+254 1234'],
  ['+27821230001', '+27 82 123 0001'],
])('%s is shown as %s', (number, shown) => {
  expect(formatPhoneNumber(number)).toBe(shown)
})

test.each([
  '442079460000',
  '442890180000',
  '441134960000',
  '441214960000',
  '441202960000',
  '447400123456',
  '447911123456',
  '443001234567',
  '448081570000',
])('groups the British number %s as libphonenumber does', number => {
  expect(formatPhoneNumber(number)).toBe(parsePhoneNumber(`+${number}`)?.formatInternational())
})

test.each(['', 'anonymous', '0821230001', '2010', '110', '27821230001234567'])(
  'leaves %j as it is',
  text => {
    expect(formatPhoneNumber(text)).toBe(text)
  },
)

test('begins with the calling code of every country', () => {
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country)
    expect(formatPhoneNumber(`${code}12345678`)).toMatch(new RegExp(`^\\+${code} `))
  }
})

test('keeps every digit', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{6,14}$/), number => {
      expect(formatPhoneNumber(number).replace(/\D/g, '')).toBe(number)
    }),
  )
})
