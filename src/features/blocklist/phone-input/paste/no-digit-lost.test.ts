import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pastedEntries } from './pasted-entries.ts'

/** Written again here, so that a fault of the code isn't one of its test. */
const RUN = /\d(?:[ ().\-/–\u00a0]?\d){6,}/g
/** No more than three signs between two digits. */
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

describe('a paste', () => {
  it('makes an entry of each run of digits, or lists it as skipped', async () => {
    await fc.assert(
      fc.asyncProperty(text, async pasted => {
        const { entries, skipped } = await pastedEntries(pasted, 'ZA')
        const bare = withoutAll(pasted, [...entries, ...skipped.map(({ text }) => text)])
        expect(bare.match(RUN), JSON.stringify({ pasted, entries, skipped })).toBeNull()
      }),
      { numRuns: 500 },
    )
  })

  it('joins no digits that are apart', async () => {
    await fc.assert(
      fc.asyncProperty(text, async pasted => {
        const { entries, skipped } = await pastedEntries(pasted, 'ZA')
        for (const entry of [...entries, ...skipped.map(({ text }) => text)]) {
          expect(pasted).toContain(entry)
          if (entry.replace(/\D/g, '').length >= 7) expect(entry).toMatch(ONE_NUMBER)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('says in which line skipped digits are', async () => {
    const { entries, skipped } = await pastedEntries(
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

/** Covers each place of each of the texts, which may overlap. */
function withoutAll(pasted: string, texts: string[]): string {
  const signs = pasted.split('')
  for (const text of texts) {
    for (let at = pasted.indexOf(text); at !== -1; at = pasted.indexOf(text, at + 1)) {
      signs.fill('§', at, at + text.length)
    }
  }
  return signs.join('')
}
