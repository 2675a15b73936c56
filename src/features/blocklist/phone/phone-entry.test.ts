import fc from 'fast-check'
import { parsePhoneNumber } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { countryOfNumber, readPhoneEntry } from './phone-entry.ts'
import { DECIMALS } from './plain-number.ts'

describe('readPhoneEntry', () => {
  it.each([
    ['82 123 0001', 'ZA', '27821230001'],
    ['821230001.00', 'ZA', '27821230001'],
    ['020 7946 0000', 'GB', '442079460000'],
    ['+27 82 123 0001', 'GB', '27821230001'],
    ['27821230001', 'US', '27821230001'],
    ['(415) 555-0123', 'US', '14155550123'],
    ['0712 345678', 'KE', '254712345678'],
  ] as const)('reads %s in %s as %s', (text, defaultCountry, number) => {
    expect(readPhoneEntry(text, defaultCountry)).toMatchObject({ kind: 'number', number })
  })

  it('says which country it assumed only if the number belongs to another', () => {
    expect(readPhoneEntry('082 123 0001', 'ZA')).toMatchObject({
      country: 'South Africa',
      note: null,
    })
    expect(readPhoneEntry('(204) 234-5678', 'US')).toMatchObject({
      country: 'Canada',
      note: 'Read as a number of United States.',
    })
    expect(readPhoneEntry('27821230001', 'ZA')).toMatchObject({ note: null })
  })

  it('asks if a number may have lost its 0 or may start with another country’s code', () => {
    expect(readPhoneEntry('841234567', 'ZA')).toEqual({
      kind: 'unclear',
      problem: expect.stringMatching(/\+27 84 123 4567 \(South Africa\).*Vietnam/),
      asNational: '+27841234567',
      asInternational: '+841234567',
    })
  })

  it.each([
    ['not a number', /not a phone number/i],
    ['2.78E+10', /shortened/i],
    ['0821230010 - 0821230019', /ranges and wildcards can’t be blocked/i],
    ['0821230010..19', /ranges and wildcards/i],
    ['082123*', /ranges and wildcards/i],
    ['+27 82 123 xxxx', /ranges and wildcards/i],
    ['0821230%', /ranges and wildcards/i],
    ['08212300[0-9]', /ranges and wildcards/i],
    ['082123001(0-9)', /ranges and wildcards/i],
    ['08212300[1,2]', /ranges and wildcards/i],
    ['0821230010 -> 19', /ranges and wildcards/i],
    ['0821230010 \u2212 0821230019', /ranges and wildcards/i],
    ['0821230010 à 0821230019', /ranges and wildcards/i],
    ['0821230010 ⇒ 0821230019', /ranges and wildcards/i],
    ['0821230010 => 0821230019', /ranges and wildcards/i],
    ['0821230010:0821230019', /ranges and wildcards/i],
    ['0821230010 upto 0821230019', /ranges and wildcards/i],
    ['0821230010 to 0821999999', /ranges and wildcards/i],
    ['082 123 0001 ext. 5', /not a phone number/i],
    ['082 123 0001 next 5', /not a phone number/i],
    ['nobody ext 5', /not a phone number/i],
    ['0821230001²', /not a phone number/i],
    ['082 123 0001 ①', /not a phone number/i],
    ['*31#0821230001', /not a phone number/i],
    ['27+821230001', /not a phone number/i],
    ['+', /not a phone number/i],
    ['000821230001', /no country/i],
    ['9991230001', /no country/i],
    ['+999 123 0001', /no country/i],
    ['123456', /too short: with its country code a number has at least 7 digits/i],
    ['+27 82', /too short: with its country code a number has at least 7 digits/i],
    ['+27 82 12', /too short/i],
    ['+1234567890123456', /too long: with its country code a number has at most 15 digits/i],
    ['082 12', /too short: a number has at least 7 digits/i],
    ['+2541234', /too short for a number of Kenya/i],
    ['+27 82 123 000123', /too long for a number of South Africa/i],
    ['1234567890123456', /too long: with its country code a number has at most 15 digits/i],
    ['0234567890123456', /too long: a number has at most 15 digits/i],
  ])('says what is wrong with %j', (text, problem) => {
    expect(readPhoneEntry(text, 'ZA')).toMatchObject({
      kind: 'wrong',
      problem: expect.stringMatching(problem),
    })
  })

  it.each(['4900000', '550000000000', '9809000'])(
    'leaves no 0 out where that makes no number: +%s',
    number => {
      expect(readPhoneEntry(`+${number}`, 'ZA')).toMatchObject({ kind: 'number', number })
    },
  )

  it.each(['(011) 012 3456', '1.408.555.0123', '+1 408 555 0123', '1 (408) 555-0123'])(
    'takes no digit of %s for its place in a list',
    text => {
      const digits = text.replace(/\D/g, '')
      const number = text.startsWith('(0') ? `27${digits.slice(1)}` : digits
      expect(readPhoneEntry(text, 'ZA')).toMatchObject({ kind: 'number', number })
    },
  )

  it.each([
    ['27821230001', true],
    ['2782123000', false],
    ['278212300011', false],
    ['+1 082 123 0001', false],
    ['+44 20 7946 0000', true],
  ])('knows whether %s looks like a number of its country', (text, isUsual) => {
    const doubt = isUsual ? null : expect.stringMatching(/is it complete/)
    expect(readPhoneEntry(text, 'ZA')).toMatchObject({ kind: 'number', doubt })
  })

  it('accepts an empty entry', () => {
    expect(readPhoneEntry(' \t', 'ZA')).toEqual({ kind: 'empty' })
  })
})

const defaultCountry = fc.constantFrom('ZA', 'GB', 'US', 'IT', 'AR', 'MX', 'KE', 'VN', 'RU')
const digits = fc.stringMatching(/^[1-9]\d{6,14}$/)
const anyText = fc.string({ unit: fc.constantFrom(...'+0()12 7-.468'), maxLength: 20 })

/** With its +, in which no digit can be meant otherwise. */
function normalise(text: string, country: Parameters<typeof readPhoneEntry>[1]): string | null {
  const parsed = readPhoneEntry(text, country)
  return parsed.kind === 'number' ? `+${parsed.number}` : null
}

describe('normalising', () => {
  it('is stable', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText, digits),
        defaultCountry,
        defaultCountry,
        (text, country, other) => {
          const once = normalise(text, country)
          if (once !== null) expect(normalise(once, other)).toBe(once)
        },
      ),
    )
  })

  it('never changes a number without asking', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText, digits),
        defaultCountry,
        defaultCountry,
        (text, country, other) => {
          const once = readPhoneEntry(text, country)
          if (once.kind !== 'number') return
          const twice = readPhoneEntry(once.number, other)
          if (twice.kind === 'number') expect(twice.number).toBe(once.number)
          else expect(twice.kind).toBe('unclear')
        },
      ),
    )
  })

  it('never turns a valid number into another, in any format', () => {
    const separator = fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u2013')
    const separators = fc.array(separator, { minLength: 15, maxLength: 15 })
    const prefix = fc.constantFrom('+', '00', 'tel:+', ' +')
    fc.assert(
      fc.property(
        digits,
        prefix,
        separators,
        defaultCountry,
        (number, before, between, country) => {
          const parsed = parseValid(number)
          fc.pre(parsed)
          const written = before + [...number].map((digit, i) => digit + between[i]).join('')
          // People don't write numbers this way; spreadsheets do.
          fc.pre(!DECIMALS.test(written.replaceAll(/\s/g, '')))
          expect(readPhoneEntry(written, country)).toMatchObject({ kind: 'number', number })
        },
      ),
      { maxSkipsPerRun: 1000 },
    )
  })
})

function parseValid(number: string): boolean {
  try {
    const parsed = parsePhoneNumber(`+${number}`)
    return parsed.isValid() && parsed.number === `+${number}`
  } catch {
    return false
  }
}

describe('countryOfNumber', () => {
  it.each([
    ['27821230001', { country: 'South Africa', isUsual: true }],
    ['442079460000', { country: 'United Kingdom', isUsual: true }],
    ['12025550123', { country: 'United States', isUsual: true }],
    ['2541234', { country: 'Kenya', isUsual: false }],
    ['9991234567', null],
  ])('knows the country of %s, and whether it looks like one of its numbers', (number, country) => {
    expect(countryOfNumber(number)).toEqual(country)
  })
})

it.each(['112', '10111', '+27 10177', '911'])('%s is an emergency number', text => {
  expect(readPhoneEntry(text, 'ZA')).toMatchObject({
    kind: 'wrong',
    problem: expect.stringMatching(/emergency number.*can’t be blocked/),
  })
})
