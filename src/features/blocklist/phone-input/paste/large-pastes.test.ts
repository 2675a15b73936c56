import { describe, expect, test } from 'vitest'
import { pastedEntries } from './pasted-entries.ts'
import { pieces, plainText } from './plain-text.ts'
import { cellsOf } from './read-cell.ts'

const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => String(27_820_000_000 + index))

describe('a text of more than 5 MB', () => {
  test.each([
    ['lines', '27821230001\n'],
    ['one line', '27821230001 '],
    ['a table', 'Bob\t27821230001\n'],
    ['commas', '27821230001,'],
    ['digits', '27821230001'],
    ['words', 'no numbers '],
    ['quotes', '"27821230001";'],
    ['cards', 'BEGIN:VCARD\nTEL:27821230001\nEND:VCARD\n'],
    ['line breaks', '\r\n'],
  ])('is refused before it is read: %s', async (_what, part) => {
    const text = part.repeat(Math.ceil(20_000_000 / part.length))
    await expect(pastedEntries(text, 'ZA')).rejects.toThrow('at most 5 MB or 200,000 numbers')
  })
})

test.each([
  ['one line', ' '],
  ['commas', ','],
  ['semicolons', '; '],
])(
  '20,000 numbers in %s are all taken',
  async (_what, separator) => {
    const { entries, skipped } = await pastedEntries(numbers(20_000).join(separator), 'ZA')
    expect([entries.length, skipped.length]).toEqual([20_000, 0])
  },
  60_000,
)

test('a long text without any separator ends as skipped digits', async () => {
  const { entries, skipped } = await pastedEntries('1'.repeat(100_000), 'ZA')
  expect(entries.length + skipped.length).toBeGreaterThan(0)
}, 60_000)

test.each([
  'x'.repeat(10_000),
  'ab '.repeat(4_000),
  '27821230001 '.repeat(1_000),
  '1'.repeat(10_000),
])('no cell that is searched at once has more than 2,000 characters', text => {
  const cells = cellsOf(text, { from: 0, to: text.length })
  expect(Math.max(...cells.map(({ from, to }) => to - from))).toBeLessThanOrEqual(2_000)
})

test('pieces of a text end where a line or a word ends, and together are the text', () => {
  const text = 'one two\nthree four five\nsix '.repeat(100)
  const parts = pieces(text, 20)
  expect(parts.join('')).toBe(text)
  expect(parts.every(part => part.length <= 20 && /\s$/.test(part))).toBe(true)
})

test('a text in pieces is the same as in one', async () => {
  const text = '082\u00a0123\u00a00001 Bob\n'.repeat(10_000)
  expect(await plainText(text)).toBe('082 123 0001 Bob\n'.repeat(10_000))
})
