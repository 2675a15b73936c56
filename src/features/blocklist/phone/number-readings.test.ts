import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNumberSearch, numberMatch } from './number-search.ts'
import { readNumbers, readPhoneEntry } from './phone-entry.ts'

/** Ways to write 27615550155. */
const WRITINGS = [
  "'0615550155'",
  '"061 555 0155"',
  '“+27 61 555 0155”',
  '’0615550155',
  '• 061 555 0155',
  '* 061 555 0155',
  '+270615550155',
  '+27 061 555 0155',
  '00270615550155',
  '0027 (0)61 555 0155',
  '27 0 615550155',
  '270615550155',
  '27615550155.0',
  '+27615550155.00',
  '1. 0615550155',
  '12) +27 61 555 0155',
  '3. 27615550155',
  '- 061 555 0155',
  '061 555 0155,',
  '061 555 0155;',
  '٠٦١٥٥٥٠١٥٥',
  '27,615,550,155',
  "27'615'550'155",
  '2\ufe0f\u20e37\ufe0f\u20e3615550155',
  '27\u2800615\u2800550155',
  '27&#xA0;61&nbsp;555&#160;0155',
  'tel:+27-61-555-0155',
  '０６１−５５５−０１５５',
  '27615550155',
  '+27 (0)61 555-0155',
  '(+27) 61.555.0155',
  '27\u00a061\u2011555\u20110155\u200b',
  '２７６１５５５０１５５',
  '(061) 555/0155',
  '+۲۷ ۶۱ ۵۵۵ ۰۱۵۵',
  '०६१ ५५५ ०१५५',
  '\u202a+27615550155\u202c',
  '3. (061) 555 0155',
  '«061 555 0155»',
  '`0615550155`',
  '‹+27 61 555 0155›',
  '<0615550155>',
  '> 061 555 0155',
  "='0615550155'",
  '| 061 555 0155 |',
  '✓ 061 555 0155',
  '▶ +27 61 555 0155',
  '→ 0615550155',
  '📞 061 555 0155',
  '27ʼ615ʼ550ʼ155',
  '27′615′550′155',
  'callto:0615550155',
  '*061 555 0155*',
  '**061 555 0155**',
  '_061 555 0155_',
  '{061 555 0155}',
  '061 555 0155:',
  '061 555 0155!',
  '27 615 550 155,00',
  '061・555・0155',
  '061•555•0155',
]

describe('the search and the form', () => {
  it.each(WRITINGS)('read %s as the same number, and find only that', text => {
    expect(readPhoneEntry(text, 'ZA')).toMatchObject({ kind: 'number', number: '27615550155' })
    expect(isNumberSearch(text)).toBe(true)
    expect(readNumbers(text)[0]).toBe('27615550155')
    expect(numberMatch(text)?.('27615550155')).toBe(true)
    expect(numberMatch(text)?.('27615550156')).toBe(false)
  })

  it.each([
    ['+44 020 7946 0958', '442079460958'],
    ['0049 030 901820', '4930901820'],
    ['+39 06 6982', '39066982'],
    ['+225 07 07 12 34 56', '2250707123456'],
  ])('know whether a country dials its 0: %s', (text, number) => {
    expect(readPhoneEntry(text, 'ZA')).toMatchObject({ number })
    expect(readNumbers(text)[0]).toBe(number)
    expect(numberMatch(text)?.(number)).toBe(true)
  })

  it('read a number in any writing as the same number', () => {
    const written = fc.tuple(
      fc.constantFrom('', "'", '"', '“', '• ', '* ', '(', ' ', '1. ', '\u200e', 'tel:'),
      fc.constantFrom('+', '00', ''),
      fc.constantFrom('2761|555|0155', '270|61|5550155', '44020|7946|0958', '49(0)30|901820'),
      fc.constantFrom('', ' ', '-', '.', '/', '\u00a0', '\u2011', '\ufe0f', '&nbsp;', '\u2009'),
      fc.constantFrom('', '.0', "'", '"', '”', ' ', '\u202c'),
    )
    fc.assert(
      fc.property(written, ([before, prefix, digits, between, after]) => {
        const text = before + prefix + digits.replaceAll('|', between) + after
        const parsed = readPhoneEntry(text, 'ZA')
        if (parsed.kind !== 'number') return
        expect(isNumberSearch(text)).toBe(true)
        expect(readNumbers(text)[0]).toBe(parsed.number)
        expect(numberMatch(text)?.(parsed.number), parsed.number).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['Acme 27', '0821230001 ext 5', 'O82 123 0001'])('read no number in %s', text => {
    expect(readPhoneEntry(text, 'ZA').kind).toBe('wrong')
    expect(isNumberSearch(text)).toBe(false)
  })
})
