import { expect, test } from 'vitest'
import { formatFirstNames } from './text.ts'

test.each([
  [['Acme'], 0, 'Acme'],
  [['Acme', 'Bela'], 0, 'Acme and Bela'],
  [['Acme', 'Bela'], null, 'Acme and Bela'],
  [['Acme', 'Bela', 'Ciro'], 0, 'Acme, Bela +1'],
  [['Acme', 'Bela', 'Ciro'], 1_000, 'Acme, Bela +1,001'],
  [['Acme', 'Bela', 'Ciro'], null, 'Acme, Bela and others'],
])('%j and %s others are %s', (names, further, text) => {
  expect(formatFirstNames(names, further)).toBe(text)
})
