// Long: pastes with as many numbers and characters as a person may paste are read to their end.
import { expect, test } from 'vitest'
import { MAX_CHARACTERS, MAX_ENTRIES } from './pasted-entries.ts'
import { pastedTexts } from './testing/pasted-texts.ts'

const number = (place: number) => `082${1_000_000 + place}`
const numbers = (length: number) => Array.from({ length }, (_, place) => number(place))

test('the most numbers are taken', async () => {
  const { entries } = await pastedTexts(numbers(MAX_ENTRIES).join('\n'), 'ZA')
  expect(entries).toEqual(numbers(MAX_ENTRIES))
})

test.each([
  ['lines', '\n'],
  ['commas', ','],
  ['tabs', '\t'],
])('more than 200,000 numbers with %s are refused', async (_what, by) => {
  const text = numbers(MAX_ENTRIES + 1).join(by)
  await expect(pastedTexts(text, 'ZA')).rejects.toThrow('more than 200,000 numbers')
})

test('a row of a table counts as one number, however many other columns have digits', async () => {
  const rows = Array.from({ length: 55_000 }, (_, place) => {
    const [account, reference] = [1_000_000_000 + place, 5_000_000_000 + place]
    return `${account},${reference},27211230000,${number(place)}`
  })
  const table = `Account,Reference,Tracking number,Phone\n${rows.join('\n')}`
  const { entries } = await pastedTexts(table, 'ZA')
  expect(entries).toHaveLength(rows.length)
  expect(entries.at(-1)).toBe(number(54_999))
})

test.each([
  ['combining marks', '\u0301'],
  ['pictures', '📞'],
  ['halves of characters', '\ud800'],
  ['quotes', "'"],
  ['letters', 'A'],
])('5 MB of %s hold no number', async (_what, sign) => {
  const text = sign.repeat(MAX_CHARACTERS / sign.length)
  expect(await pastedTexts(text, 'ZA')).toMatchObject({ entries: [], skipped: [] })
})

test('a million line breaks between two entries are read in linear time', async () => {
  const { entries } = await pastedTexts(`0821230001${'\n'.repeat(1_000_000)}x`, 'ZA')
  expect(entries).toEqual(['0821230001'])
})
