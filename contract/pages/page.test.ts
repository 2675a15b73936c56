import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isFirstPageAgain, pageOrListOf } from './page.ts'
import { NOWHERE, numbered } from './page-place.ts'

const read = (answer: unknown, page = 1) => pageOrListOf(z.unknown(), { page }).parse(answer)

test('reads a flat list as its only page', () => {
  expect(read([1, 2])).toMatchObject({ count: 2, next: null, previous: null, results: [1, 2] })
})

test('a flat list has no second page', () => {
  expect(read([1, 2], 2)).toMatchObject({ count: 2, results: [] })
})

test('does not split an answer that says there is more', () => {
  const cut = pageOrListOf(z.unknown(), { page: 1 }, 2)
  expect(cut.parse({ next: '?page=2', results: [1, 2, 3] }).results).toEqual([1, 2, 3])
  expect(cut.parse({ count: 9, next: null, results: [1, 2, 3] }).results).toEqual([1, 2, 3])
})

test('does not split a last page that is larger than requested', () => {
  const last = { next: null, previous: '?cursor=cD0x', results: [7, 8, 9] }
  for (const cursor of [undefined, 'cursor=cD0y']) {
    const { results, isCut } = pageOrListOf(z.unknown(), { page: 3, cursor }, 2).parse(last)
    expect({ results, isCut }).toEqual({ results: [7, 8, 9], isCut: false })
  }
})

test.each([
  [1, { next: numbered(2), previous: null, isFirst: true, results: [1, 2] }],
  [2, { next: numbered(3), previous: numbered(1), isFirst: true, results: [3, 4] }],
  [3, { next: null, previous: numbered(2), isFirst: true, results: [5] }],
  [4, { next: null, previous: numbered(3), isFirst: true, results: [] }],
])('cuts a flat list into pages: page %d', (page, expected) => {
  const results = [1, 2, 3, 4, 5]
  const cut = pageOrListOf(z.unknown(), { page }, 2)
  const part = { ...expected, count: 5, isCut: true }
  expect(cut.parse(results)).toEqual(part)
  expect(cut.parse({ count: 5, next: null, previous: null, results })).toEqual(part)
  expect(cut.parse({ results })).toEqual(part)
})

test.each([
  ['a count as text', { count: '45', next: '?page=2', results: [1] }, 1, { count: 45 }],
  ['no count on the only page', { results: [1, 2] }, 1, { count: 2, next: null, previous: null }],
  [
    'no count on one of several pages',
    { next: '?page=2', results: [1] },
    1,
    { count: null, next: numbered(2) },
  ],
  ['no count on the last page', { next: null, results: [1] }, 2, { count: null, next: null }],
  ['a count of another type', { count: [3], next: '?page=2', results: [1] }, 1, { count: null }],
  [
    'a count of less than nothing',
    { count: -1, next: '?page=3', results: [1] },
    2,
    { count: null },
  ],
  ['a count below the number of items', { count: 0, results: [1, 2] }, 1, { count: 2 }],
  ['no next, although there is more', { count: 45, results: [1, 2] }, 3, { next: numbered(4) }],
  ['no next at the end', { count: 6, results: [1, 2] }, 3, { next: null }],
  ['no next on a page without rows', { count: 6, results: [] }, 4, { next: null }],
  ['no previous', { count: 6, results: [1, 2] }, 3, { previous: numbered(2) }],
  [
    'a next that is null despite the count',
    { count: 9, next: null, results: [1] },
    1,
    { next: null },
  ],
  ['a next of another type', { count: 9, next: 2, results: [1] }, 1, { next: numbered(2) }],
  ['a next that leads nowhere', { count: 9, next: 'more', results: [1] }, 1, { next: NOWHERE }],
])('reads %s', (_what, answer, page, expected) => {
  expect(read(answer, page)).toMatchObject(expected)
})

test.each([
  [{ count: 3, results: null }, ['results']],
  [{ count: 3 }, ['results']],
  ['text', []],
  [null, []],
])('says which part of %j can’t be read', (answer, path) => {
  const { error } = pageOrListOf(z.unknown()).safeParse(answer)
  expect(error?.issues.map(issue => issue.path)).toEqual([path])
})

test.each([
  ['a cursor', { next: 'https://api.example.com/list/?cursor=cD0y', previous: null }],
  [
    'a cursor as well as a page',
    { next: '/list/?cursor=cD0y&page=2&page_size=20', previous: null },
  ],
  ['an offset', { count: 3, next: '/list/?limit=1&offset=1', previous: null }],
  ['a page under another name', { next: '?subpage=2' }],
])('recognises the first page of a service that pages by %s', (_what, links) => {
  const answer = { ...links, results: [1] }
  expect(isFirstPageAgain(read(answer), { page: 1 })).toBe(false)
  expect(isFirstPageAgain(read(answer, 2), { page: 2 })).toBe(true)
  // A page with a previous page is not the first one, whatever its links look like.
  const later = read({ ...answer, previous: '?cursor=cD0x' }, 2)
  expect(isFirstPageAgain(later, { page: 2 })).toBe(false)
})

test.each([
  ['by its number', { next: '?page=3', previous: null }],
  ['as the last one', { next: null, previous: null }],
])('accepts a second page %s without a previous link', (_what, links) => {
  expect(isFirstPageAgain(read({ ...links, results: [1] }, 2), { page: 2 })).toBe(false)
})

const METADATA = { page_number: 1, page_size: 2, total_pages: 2, total_results: 3 }

describe('an envelope with other names', () => {
  test.each([
    [1, { data: [1, 2], meta: METADATA }, { count: 3, next: numbered(2) }],
    [2, { data: [3], meta: METADATA }, { count: 3, next: null, previous: numbered(1) }],
    [1, { items: [1], pagination: { total_count: 3, max_page: 3 } }, { next: numbered(2) }],
    [3, { items: [3], pagination: { total_count: 3, max_page: 3 } }, { next: null }],
    [1, { failures: [1], totalCount: '3' }, { count: 3, next: numbered(2) }],
    [1, { data: [], errors: ['slow'], meta: METADATA }, { results: [] }],
  ])('page %d of %j', (page, answer, expected) => {
    expect(read(answer, page)).toMatchObject(expected)
  })

  test.each([
    [{ data: [1], included: [2] }],
    [{ errors: ['no such list'] }],
    [{ results: null, data: [1] }],
  ])('%j has no list', answer => {
    const { error } = pageOrListOf(z.unknown()).safeParse(answer)
    expect(error?.issues.map(issue => issue.path)).toEqual([['results']])
  })
})

test('if nothing says how long a list is, a full page has a next one', () => {
  const ofSize = (size: number) =>
    pageOrListOf(z.unknown(), { page: 1, size }).parse({ failures: [1, 2] })
  expect(ofSize(2)).toMatchObject({ count: null, next: numbered(2) })
  expect(ofSize(3)).toMatchObject({ count: 2, next: null })
})

test('also reports a wrong part of an item', () => {
  const { error } = pageOrListOf(z.object({ name: z.string() })).safeParse([{ name: 'A' }, {}])
  expect(error?.issues.map(issue => issue.path)).toEqual([['results', 1, 'name']])
})
