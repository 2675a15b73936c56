import { expect, test } from 'vitest'
import { searchTerms } from './event-search.ts'

test('a term is looked for once', () => {
  expect(searchTerms('acme e acme e')).toMatchObject([{ text: 'acme' }, { text: 'e' }])
})

test('the first 20 terms of a text are looked for', () => {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at))
  const terms = searchTerms(letters.join(' ')).map(({ text }) => text)
  expect(terms).toEqual(letters.slice(0, 20))
})
