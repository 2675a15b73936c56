import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pastedTexts } from './testing/pasted-texts.ts'

/** Written again here, so that a fault of the code isn't one of its test. */
const RUN = /\d(?:[^\p{L}\p{N}\r\n]{0,20}\d){6,}/gu
/** No more than three signs between two digits of an entry. */
const ONE_NUMBER = /^\D*\d(?:\D{0,3}\d)*\D*$/

const digits = (least: number, most: number) =>
  fc.stringMatching(new RegExp(`^\\d{${least},${most}}$`))
const number = fc.oneof(
  digits(7, 7).map(rest => `082 ${rest.slice(0, 3)} ${rest.slice(3)}`),
  digits(7, 7).map(rest => `083${rest}`),
  digits(7, 7).map(rest => `+27 71 ${rest.slice(0, 3)}-${rest.slice(3)}`),
  digits(7, 7).map(rest => `(011) ${rest.slice(0, 3)}-${rest.slice(3)}`),
  digits(7, 7).map(rest => `27 (0)84 ${rest}`),
  digits(5, 18),
  digits(5, 6).map(rest => `082 ${rest}`),
)
const word = fc.constantFrom(
  ...[
    'John Smith',
    'rude',
    'ext 4',
    'ref',
    'call me',
    'R 1 250.00',
    '3',
    '5.',
    '(2)',
    '"x"',
    'n/a',
  ],
  ...['2026-11-20', '20/11/2026 10:15', '10:15:02', '192.168.1.20', 'tel:', '#12', '→', '•', 'x12'],
)
const piece = fc.oneof({ weight: 3, arbitrary: number }, { weight: 2, arbitrary: word })
const glue = fc.constantFrom(' ', '  ', ', ', ',', ';', '\t', ' - ', '/', ' / ', ': ', '\n', '\r\n')
const text = fc
  .array(fc.tuple(piece, glue), { minLength: 1, maxLength: 12 })
  .map(parts => parts.flat().join(''))

/** What texts have between the digits of a number: signs, invisible characters, and their escapes. */
const gap = fc.oneof(
  fc.constantFrom(
    ',',
    "'",
    '’',
    '_',
    '·',
    ' ',
    '\t',
    ';',
    '|',
    ':',
    ' - ',
    '\ufe0f',
    '\ufe0f\u20e3',
  ),
  fc.constantFrom(
    '\u034f',
    '\u2800',
    '\u3164',
    '\u00ad',
    '\u200b',
    '\u2060',
    '\u0332',
    '\ud83d\udcde',
  ),
  fc.constantFrom('&#xA0;', '&#160;', '&nbsp;', '&amp;nbsp;', '&thinsp;', '&shy;', '&#8209;'),
  fc.constantFrom(
    '\\u00a0',
    '\\u200b',
    '\\u2011',
    '\\xa0',
    '\\u{2009}',
    '<U+00A0>',
    '%C2%A0',
    '=C2=A0',
  ),
  fc
    .integer({ min: 0x20, max: 0x10ffff })
    .map(place => (place >= 0xd800 && place < 0xe000 ? ' ' : String.fromCodePoint(place)))
    .filter(sign => /[^\p{L}\p{N}\u0085\u2028\u2029&\\%=<]/u.test(sign)),
)
/** A number, and how it is written. */
const separated = fc
  .tuple(fc.stringMatching(/^(?:0|27|\d)\d{6,12}$/), gap, fc.array(fc.boolean(), { minLength: 14 }))
  .map(([number, between, isApart]) => ({
    number,
    written: [...number].map((digit, at) => digit + (isApart[at] ? between : '')).join(''),
  }))

function bareDigits(text: string): string {
  return text.replace(/\D/g, '')
}

describe('a paste', () => {
  it('makes an entry of each run of digits, or lists it as skipped', async () => {
    await fc.assert(
      fc.asyncProperty(text, async pasted => {
        const { entries, skipped } = await pastedTexts(pasted, 'ZA')
        const texts = [...entries, ...skipped.map(({ text }) => text)]
        // Cells of a table are listed with a tab between them.
        const bare = withoutAll(withTabs(pasted), texts.map(withTabs))
        expect(bare.match(RUN), JSON.stringify({ pasted, entries, skipped })).toBeNull()
      }),
      { numRuns: 500 },
    )
  })

  it('loses no digits between which anything else stands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(separated, { minLength: 1, maxLength: 3 }), async numbers => {
        const pasted = numbers.map(({ written }) => `Bob\t${written}`).join('\n')
        const { entries, skipped } = await pastedTexts(pasted, 'ZA')
        const shown = [...entries, ...skipped.map(({ text }) => text)].map(bareDigits)
        for (const { number } of numbers) {
          const rest = withoutAll(number, shown.filter(Boolean))
          expect(rest, JSON.stringify({ pasted, entries, skipped })).not.toMatch(RUN)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('joins no digits that are apart', async () => {
    await fc.assert(
      fc.asyncProperty(text, async pasted => {
        const { entries, skipped } = await pastedTexts(pasted, 'ZA')
        for (const { text } of skipped) expect(withTabs(pasted)).toContain(withTabs(text))
        for (const entry of entries) {
          expect(pasted).toContain(entry)
          // The two numbers of a range are one entry, which explains that ranges can't be blocked.
          for (const part of entry.split(/\s[-–→/]\s|:\s/)) {
            if (part.replace(/\D/g, '').length >= 7) expect(part).toMatch(ONE_NUMBER)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['(011) 170-0000 ext 4: (011) 700-0009', ['(011) 170-0000', '(011) 700-0009']],
    ['10:15:02 / +27 71 000-0000 John Smith - 000000 (2)', ['+27 71 000-0000']],
    ['+27 71 000-0000 5.  (011) 280-0000', ['+27 71 000-0000', '(011) 280-0000']],
  ])('is no range if its ends are more than one number: %s', async (pasted, numbers) => {
    expect((await pastedTexts(pasted, 'ZA')).entries).toEqual(numbers)
  })

  it('says in which line skipped digits are', async () => {
    const { entries, skipped } = await pastedTexts(
      'Account 62814403377\r\n\r\nJohn 082 555 0201, ID 8203145021083',
      'ZA',
    )
    expect(entries).toEqual(['082 555 0201'])
    expect(skipped).toEqual([
      { text: '62814403377', line: 1 },
      { text: '8203145021083', line: 3 },
    ])
  })
})

function withTabs(text: string): string {
  return text.replace(/[,;]/g, '\t')
}

/** Covers each place of each of the texts, which may overlap. */
function withoutAll(pasted: string, texts: string[]): string {
  const signs = pasted.split('')
  for (const text of texts) {
    for (let at = pasted.indexOf(text); at !== -1; at = pasted.indexOf(text, at + 1)) {
      signs.fill('x', at, at + text.length)
    }
  }
  return signs.join('')
}
