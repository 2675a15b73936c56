import { expect, test } from 'vitest'
import { formatNames } from './text.ts'

test('names are listed, and those after the second are counted', () => {
  expect(formatNames([])).toBe('')
  expect(formatNames(['Acme Cars'])).toBe('Acme Cars')
  expect(formatNames(['Acme Cars', 'Müller'])).toBe('Acme Cars and Müller')
  expect(formatNames(['One', 'Two', 'Three', 'Four'])).toBe('One, Two and 2 others')
})

test('names of right-to-left scripts keep their order', () => {
  expect(formatNames(['מוסך הצפון', 'شركة', 'Acme'])).toBe(
    '\u2068מוסך הצפון\u2069, \u2068شركة\u2069 and 1 other',
  )
})
