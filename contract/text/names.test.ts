import { expect, test } from 'vitest'
import { formatFirstNames, formatNames } from './names.ts'

test('names are listed, and those after the second are counted', () => {
  expect(formatNames([])).toBe('')
  expect(formatNames(['Acme Cars'])).toBe('Acme Cars')
  expect(formatNames(['Acme Cars', 'Müller'])).toBe('Acme Cars and Müller')
  expect(formatNames(['One', 'Two', 'Three', 'Four'])).toBe('One, Two and 2 others')
  expect(formatNames(['One', 'Two', 'Three'], 30)).toBe('One, Two and 28 others')
})

test('names of right-to-left scripts keep their order', () => {
  expect(formatNames(['מוסך הצפון', 'شركة', 'Acme'])).toBe(
    '\u2068מוסך הצפון\u2069, \u2068شركة\u2069 and 1 other',
  )
})

test.each([
  [['Acme'], 0, 'Acme'],
  [['Acme', 'Bela'], 0, 'Acme and Bela'],
  [['Acme', 'Bela'], null, 'Acme and Bela'],
  [['Acme', 'Bela', 'Ciro'], 0, 'Acme, Bela and 1 other'],
  [['Acme', 'Bela', 'Ciro'], 1_000, 'Acme, Bela and 1,001 others'],
  [['Acme', 'Bela', 'Ciro'], null, 'Acme, Bela and others'],
])('%j and %s others are %s', (names, further, text) => {
  expect(formatFirstNames(names, further)).toBe(text)
})
