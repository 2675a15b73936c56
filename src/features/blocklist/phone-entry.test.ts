import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPhoneEntry, splitPhoneEntries } from './phone-entry.ts'

const phoneNumber = fc.stringMatching(/^[1-9]\d{6,14}$/)

describe('readPhoneEntry', () => {
  it.each([
    ['27821230001'],
    ['+27821230001'],
    ['0027821230001'],
    ['+27 82 123 0001'],
    ['+27 (0)82 123-0001'],
    ['(+27) 82.123.0001'],
    ['tel:+27-82-123-0001'],
    ['27\u00a082\u2011123\u20110001\u200b'],
    ['２７８２１２３０００１'],
  ])('reads %s', text => {
    expect(readPhoneEntry(text)).toEqual({ number: '27821230001', problem: null })
  })

  it.each([
    ['not a number', /not a phone number/i],
    ['2.78E+10', /not a phone number/i],
    ['27821230001 x5', /not a phone number/i],
    ['27+821230001', /not a phone number/i],
    ['+', /not a phone number/i],
    ['', /not a phone number/i],
    ['082 123 0001', /country code/i],
    ['000821230001', /country code/i],
    ['123456', /too short/i],
    ['1234567890123456', /too long/i],
  ])('says what is wrong with %j', (text, problem) => {
    const read = readPhoneEntry(text)
    expect(read.number).toBeNull()
    expect(read.problem).toMatch(problem)
  })

  it('leaves a number as it is and never turns one into another, however it is written', () => {
    const separator = fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u2013')
    fc.assert(
      fc.property(
        phoneNumber,
        fc.constantFrom('', '+', '00'),
        fc.array(separator, { minLength: 15, maxLength: 15 }),
        (number, prefix, separators) => {
          const written = prefix + [...number].map((digit, i) => digit + separators[i]).join('')
          expect(readPhoneEntry(written).number).toBe(number)
        },
      ),
    )
  })

  it('reads whatever it made of any text as the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'+0()12 7-.') }), text => {
        const { number } = readPhoneEntry(text)
        if (number !== null) expect(readPhoneEntry(number).number).toBe(number)
      }),
    )
  })
})

describe('splitPhoneEntries', () => {
  it('splits lines, commas, semicolons and columns, and leaves spaces inside an entry', () => {
    expect(splitPhoneEntries(' 27 82 1\r\n27822, 27823;\t27824\n\n')).toEqual([
      '27 82 1',
      '27822',
      '27823',
      '27824',
    ])
  })

  it('drops no entry', () => {
    fc.assert(
      fc.property(
        fc.array(phoneNumber),
        fc.constantFrom('\n', '\r\n', ',', '; ', '\t'),
        (all, by) => {
          expect(splitPhoneEntries(all.join(by))).toEqual(all)
        },
      ),
    )
  })
})
