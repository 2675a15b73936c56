import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pastedEntries } from './pasted-entries.ts'

/** What is taken, and what is listed as skipped. */
async function paste(text: string): Promise<{ taken: string[]; skipped: string[] }> {
  const { entries, skipped } = await pastedEntries(text, 'ZA')
  return { taken: entries, skipped: skipped.map(({ text }) => text) }
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

test.each([
  ["27'821'230'001", '27821230001'],
  ['27’821’230’001', '27821230001'],
  ["Bob\t+27'821'230'001", '27821230001'],
  ['2\ufe0f7\ufe0f8\ufe0f2\ufe0f1230001', '27821230001'],
  ['2\ufe0f\u20e37\ufe0f\u20e38\ufe0f\u20e32\ufe0f\u20e31\ufe0f\u20e3230001', '27821230001'],
  ['2782\u034f123\u034f0001', '27821230001'],
  ['27\u200b82\u200d123\u20600001', '27821230001'],
  ['27\u00ad82\u180e123\ufeff0001', '27821230001'],
  ['27\u280082\u2800123\u28000001', '27821230001'],
  ['082&#xA0;123&#xa0;0001', '0821230001'],
  ['082&#160;123&#0160;0001', '0821230001'],
  ['082&nbsp;123&thinsp;0001', '0821230001'],
  ['{"phone":"082\\u00a0123\\u00a00001"}', '0821230001'],
  ['{"phone":"\\u002b27821230001"}', '27821230001'],
  ['082&#8239;123&#x202F;0001', '0821230001'],
])('takes the number in %j', async (text, number) => {
  const { taken } = await paste(text)
  expect(taken.map(digitsOf)).toEqual([number])
})

test.each([
  ['Bob\t27,821,230,001', ['27,821,230,001']],
  ['Account 27,821,230,001 of Bob', ['27,821,230,001']],
  ['ref 27·821·230·001', ['27·821·230·001']],
  ['ref 27_821_230_001', ['27_821_230_001']],
])('lists the digits in %j as skipped, or takes them', async (text, runs) => {
  const { taken, skipped } = await paste(text)
  expect([...taken, ...skipped].map(digitsOf)).toEqual(runs.map(digitsOf))
})

const separator = fc.constantFrom(
  ...['', ' ', '-', '.', '/', "'", '’', '_', '·', '(', '\u00a0', '\u2009', '\u2800'],
  ...[
    '\ufe0f',
    '\ufe0f\u20e3',
    '\u034f',
    '\u200b',
    '\u2060',
    '\u00ad',
    '&nbsp;',
    '&#xA0;',
    '\\u00a0',
  ],
)
const around = fc.constantFrom('', 'Bob ', 'Bob\t', 'ref: ', '"', '[', 'x ', ' paid ', '; ')

test('seven or more digits never disappear, whatever one sign is between them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(
        around,
        fc.array(fc.tuple(fc.stringMatching(/^\d$/), separator), { minLength: 7, maxLength: 14 }),
        around,
      ),
      async ([before, digits, after]) => {
        const text = before + digits.flat().join('') + after
        const { taken, skipped } = await paste(text)
        const missing = digits.length - digitsOf([...taken, ...skipped].join('')).length
        expect(missing, JSON.stringify({ text, taken, skipped })).toBeLessThan(7)
      },
    ),
    { numRuns: 300 },
  )
})
