import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pageOrListOf } from './page.ts'

const read = (answer: unknown, page = 1) => pageOrListOf(z.unknown(), page).parse(answer)

test('reads a flat list as its only page', () => {
  expect(read([1, 2])).toEqual({ count: 2, next: null, previous: null, results: [1, 2] })
})

test('knows no second page of a flat list', () => {
  expect(read([1, 2], 2)).toMatchObject({ count: 2, results: [] })
})

test('cuts nothing that says there is more', () => {
  const cut = pageOrListOf(z.unknown(), 1, 2)
  expect(cut.parse({ next: 'more', results: [1, 2, 3] }).results).toEqual([1, 2, 3])
  expect(cut.parse({ count: 9, next: null, results: [1, 2, 3] }).results).toEqual([1, 2, 3])
})

test.each([
  [1, { count: 5, next: '?page=2', previous: null, results: [1, 2] }],
  [2, { count: 5, next: '?page=3', previous: '?page=1', results: [3, 4] }],
  [3, { count: 5, next: null, previous: '?page=2', results: [5] }],
  [4, { count: 5, next: null, previous: '?page=3', results: [] }],
])('cuts a flat list into pages: page %d', (page, expected) => {
  const results = [1, 2, 3, 4, 5]
  const cut = pageOrListOf(z.unknown(), page, 2)
  expect(cut.parse(results)).toEqual(expected)
  expect(cut.parse({ count: 5, next: null, previous: null, results })).toEqual(expected)
  expect(cut.parse({ results })).toEqual(expected)
})

test.each([
  ['a count as text', { count: '45', next: 'more', results: [1] }, 1, { count: 45 }],
  ['no count of one page', { results: [1, 2] }, 1, { count: 2, next: null, previous: null }],
  ['no count of several', { next: 'more', results: [1] }, 1, { count: null, next: 'more' }],
  ['no count of the last', { next: null, results: [1] }, 2, { count: null, next: null }],
  ['a count of another kind', { count: [3], next: 'more', results: [1] }, 1, { count: null }],
  [
    'a count of less than nothing',
    { count: -1, next: '?page=3', results: [1] },
    2,
    { count: null },
  ],
  ['a count of less than it lists', { count: 0, results: [1, 2] }, 1, { count: 2 }],
  ['no next, though there is more', { count: 45, results: [1, 2] }, 3, { next: '?page=4' }],
  ['no next at the end', { count: 6, results: [1, 2] }, 3, { next: null }],
  ['no next on a page without rows', { count: 6, results: [] }, 4, { next: null }],
  ['no previous', { count: 6, results: [1, 2] }, 3, { previous: '?page=2' }],
  ['a next that says there is none', { count: 9, next: null, results: [1] }, 1, { next: null }],
  ['a next of another kind', { count: 9, next: 2, results: [1] }, 1, { next: '?page=2' }],
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
  ['an offset', { count: 3, next: '/list/?limit=1&offset=1', previous: null }],
  ['a page of another name', { next: '?subpage=2' }],
])('where pages are turned by %s, only the first one can be read', (_what, links) => {
  const answer = { ...links, results: [1] }
  expect(read(answer, 1).results).toEqual([1])
  const { error } = pageOrListOf(z.unknown(), 2).safeParse(answer)
  expect(error?.issues).toMatchObject([
    { path: ['next'], message: expect.stringContaining('only the first') },
  ])
  // What has something before it is no first page, whatever its links look like.
  expect(read({ ...answer, previous: '?cursor=cD0x' }, 2).results).toEqual([1])
})

test('says so of a part of an item too', () => {
  const { error } = pageOrListOf(z.object({ name: z.string() })).safeParse([{ name: 'A' }, {}])
  expect(error?.issues.map(issue => issue.path)).toEqual([['results', 1, 'name']])
})
