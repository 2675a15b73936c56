import { expect, test } from 'vitest'
import { type NextPage, NOWHERE, numbered } from '../../contract/pages/page-place.ts'
import { lastPageBefore, pageCount } from './page-count.ts'

function answer(count: number | null, rows: number, next: NextPage) {
  return { count, next, results: Array.from({ length: rows }, () => ({})) }
}

test.each([
  ['an empty list has one page', 1, answer(0, 0, null), 1],
  ['one full page', 1, answer(20, 20, null), 1],
  ['a page of 20 among 1,284', 3, answer(1284, 20, numbered(4)), 65],
  ['the last page is the last', 65, answer(1284, 4, null), 65],
  ['a size of 100 that was clamped to 50', 1, answer(120, 50, numbered(2)), 3],
  ['a count that lags behind its own next', 2, answer(30, 20, numbered(3)), 3],
  ['a flat array of 500', 1, answer(500, 500, null), 1],
  ['a list without a count', 3, answer(null, 20, numbered(4)), null],
  ['the last page of one', 3, answer(null, 4, null), 3],
])('%s', (_name, page, seen, pages) => {
  expect(pageCount(page, seen)).toBe(pages)
})

test.each([
  ['to the last page', 9, answer(45, 20, numbered(2)), 3],
  ['to the only page', 2, answer(20, 20, null), 1],
  ['always backwards, even where the count promises more', 3, answer(500, 20, numbered(2)), 2],
  ['never before the first', 1, answer(0, 0, null), 1],
  ['to the first page without a count', 9, answer(null, 20, numbered(2)), 1],
  [
    'to the first page where no number leads on',
    9,
    answer(257, 20, { page: 2, cursor: 'offset=20' }),
    1,
  ],
  ['to the first page where nothing leads on', 9, answer(257, 20, NOWHERE), 1],
])('steps back %s', (_name, page, first, target) => {
  expect(lastPageBefore(page, first)).toBe(target)
})
