import { expect, test } from 'vitest'
import { pastedTexts } from './testing/pasted-texts.ts'

const spaced = (by: string) => `27${by}82${by}123${by}0001`
const eachDigit = (after: string) => [...'27821230001'].map(digit => digit + after).join('')

test.each([
  ['marks of variants', eachDigit('\ufe0f')],
  ['joiners of graphemes', eachDigit('\u034f')],
  ['keycaps with spaces', eachDigit('\u20e3 ')],
  ['fillers of Hangul', spaced('\u3164')],
  ['lines below them', eachDigit('\u0332')],
  ['references of HTML', spaced('&#xA0;')],
  ['references in decimals', spaced('&#8239;')],
  ['names of HTML without a semicolon', spaced('&nbsp ')],
  ['digits of HTML', [...'27821230001'].map(digit => `&#${48 + Number(digit)};`).join('')],
  ['escapes of JSON', `{"phone":"${spaced('\\u00a0')}"}`],
  ['an escaped plus sign', `{"phone":"\\u002B${spaced('')}"}`],
  ['escaped dashes', `{"phone":"${spaced('\\u2011')}"}`],
  ['escapes of programs', `'${spaced('\\xa0')}'`],
  ['HTML that was escaped twice', spaced('&amp;nbsp;')],
  ['apostrophes', "27'821'230'001"],
  ['typographic apostrophes', 'Bob\t+27’821’230’001'],
  ['slashes of fractions', spaced('\u2044')],
  ['characters that are never drawn', '27\u200b82\u200d12\u00ad3\u20600001'],
  ['apostrophes that are letters', 'Bob\t27\u02bc821\u02bc230\u02bc001'],
  ['accents for apostrophes', 'Bob\t27´821´230´001'],
  ['primes', 'Bob\t27′821′230′001'],
  ['grave accents', 'Bob\t27`821`230`001'],
  ['separators of Arabic', 'Bob\t27٬821٬230٬001'],
  ['a tag that has the number', '<span title="27821230001">Bob</span>'],
])('a number with %s is taken', async (_what, text) => {
  const { entries, skipped } = await pastedTexts(text, 'ZA')
  expect(entries.map(entry => entry.replace(/\D/g, ''))).toEqual(['27821230001'])
  expect(skipped).toEqual([])
})

test.each([
  ['Bob\t27,821,230,001', '27,821,230,001'],
  ['Bob\t27,82,12,30,001', '27,82,12,30,001'],
  ['Ann: 27|821|230|001', '27|821|230|001'],
  ['Ann 27:82:123:0001', '27:82:123:0001'],
  ['call ²⁷⁸²¹²³⁰⁰⁰¹', '²⁷⁸²¹²³⁰⁰⁰¹'],
  ['Ann 27~821~230~001', '27~821~230~001'],
  ['Ann 27_821_230_001', '27_821_230_001'],
  ['Ann (082) 12-345', '082) 12-345'],
  ['Ann O82 l23 0001', '82 l23 0001'],
  ['Ann 27   -   821   -   230   -   001', '27   -   821   -   230   -   001'],
  ['Ann\t27\t821\t230\t001', '27\t821\t230\t001'],
])('the digits of %j are listed as skipped', async (text, digits) => {
  const { entries, skipped } = await pastedTexts(text, 'ZA')
  expect(entries).toEqual([])
  expect(skipped).toEqual([{ text: digits, line: 1 }])
})

test.each(['Flat B12 0821230001', 'ID A44 27821230001', 'user42 0821230001, 0831230002'])(
  'the number in %j is taken although a code precedes it',
  async text => {
    const { entries } = await pastedTexts(text, 'ZA')
    expect(entries).toEqual(text.match(/\d{10,}/g))
  },
)

test.each(['IBAN DE44 5001 0517 5407 3249 31', 'ref X1 0821 23 0001'])(
  'no number is taken from the groups of %j',
  async text => {
    const { entries } = await pastedTexts(text, 'ZA')
    expect(entries).toEqual([])
  },
)

test('numbers that are not taken are listed without the digits next to them', async () => {
  const { skipped } = await pastedTexts('0821230001 ext 5; 0821230002x5, 1|0821230003x', 'ZA')
  expect(skipped.map(({ text }) => text)).toEqual(['0821230002', '0821230003'])
})

test('an escape that can be a part of a number stays', async () => {
  const { entries, skipped } = await pastedTexts('C:\\u0821230001', 'ZA')
  expect([...entries, ...skipped.map(({ text }) => text)].join()).toContain('0821230001')
})

test('the time before each message of a chat is no entry', async () => {
  const chat = '[2026/11/21, 08:30:15] +27 82 123 0001: Hello\n[21/11/2026, 08:31] Jo: Hi'
  const { entries, skipped } = await pastedTexts(chat, 'ZA')
  expect(entries).toEqual(['+27 82 123 0001'])
  expect(skipped).toHaveLength(2)
})

test('a number and what follows in brackets are no range', async () => {
  const { entries } = await pastedTexts('082 000 0000 - (2) 3', 'ZA')
  expect(entries).toEqual(['082 000 0000'])
})

test.each(['Tracking number;Number', 'Called;Customer'])(
  'the account’s own numbers under %s are not taken',
  async heading => {
    const { entries } = await pastedTexts(`${heading}\n0115550100;0821230001`, 'ZA')
    expect(entries).toEqual(['0821230001'])
  },
)
