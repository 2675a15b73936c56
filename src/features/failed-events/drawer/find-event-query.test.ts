import { expect, test } from 'vitest'
import { shownEvent } from '../../../../contract/event/shown-event.ts'
import { readEvent, STANDARD } from '../../../../contract/fields/read-event.ts'
import { numbered } from '../../../../contract/pages/page-place.ts'
import type { ListPage } from '../../event/list/list-search.ts'
import type { EventPage } from '../failed-events-query.ts'
import { hasNext, hasPrevious, stepFrom } from './event-steps.ts'
import { findPage } from './find-event-query.ts'

/** A list of this many events with the ids 1, 2, 3 …, in pages of two. */
function pages(count: number, { newest = 1 } = {}) {
  const read: number[] = []
  const last = Math.ceil(count / 2)
  const pageOf = (page: number): EventPage | null => {
    if (page > last || page < 1) return null
    const results = [2 * page - 1, 2 * page]
      .filter(place => place <= count)
      .map(place => {
        const id = String(place + newest - 1)
        return shownEvent(readEvent({ request_json: {} }, STANDARD), id)
      })
    return {
      count,
      results,
      next: page < last ? numbered(page + 1) : null,
      previous: page > 1 ? numbered(page - 1) : null,
      isFirst: page === 1,
      fields: '',
      missing_columns: [],
      states: { version: '', results: [], replays: [] },
      request: { from: '2026-11-21', to: '2026-11-21', page, size: 2 },
      text: '',
      rows: [],
    }
  }
  return {
    /** Which pages were read, in their order. */
    read,
    page: (page: number) => {
      const found = pageOf(page)
      if (found === null) throw new Error(`There is no page ${page}`)
      return found
    },
    reader: async (request: ListPage) => {
      read.push(request.page)
      return pageOf(request.page)
    },
    strictly: async (request: ListPage) => {
      const found = pageOf(request.page)
      if (found === null) throw new Error(`There is no page ${request.page}`)
      return found
    },
  }
}

/** The same pages, which only links lead to. */
function turnedPages(count: number) {
  const { reader } = pages(count)
  const read: (string | undefined)[] = []
  const place = (page: number) =>
    page === 1 ? numbered(1) : { page, cursor: `offset=${2 * (page - 1)}` }
  return {
    read,
    reader: async (request: ListPage) => {
      read.push(request.cursor)
      const page = Number(request.cursor?.split('=')[1] ?? 0) / 2 + 1
      const answer = await reader({ ...request, page })
      if (answer === null) return null
      const next = answer.next === null ? null : place(page + 1)
      return { ...answer, request, next, previous: page > 1 ? place(page - 1) : null }
    },
  }
}

const { signal } = new AbortController()

test.each([
  ['7', 4, [4]],
  ['3', 2, [4, 2]],
  ['12', 6, [4, 2, 5, 6]],
  ['1', 1, [4, 2, 5, 6, 1]],
  ['99', null, [4, 2, 5, 6, 1]],
])('event %s is on page %s, found from page 3 through %j', async (event, found, way) => {
  const list = pages(12)
  const looking = { event, page: list.page(3), readPage: list.reader, signal }
  expect(await findPage(looking)).toEqual(found === null ? null : numbered(found))
  expect(list.read).toEqual(way)
})

test.each([
  ['7', 'offset=6', ['offset=6']],
  ['1', undefined, ['offset=6', undefined]],
  ['12', 'offset=10', ['offset=6', undefined, 'offset=8', 'offset=10']],
  ['3', 'offset=2', ['offset=6', undefined, 'offset=8', 'offset=10', 'offset=2']],
  ['99', null, ['offset=6', undefined, 'offset=8', 'offset=10', 'offset=2']],
])('event %s is found only through links at %s', async (event, found, way) => {
  const list = turnedPages(12)
  const range = { from: '2026-11-21', to: '2026-11-21', size: 2 }
  const page = await list.reader({ ...range, page: 3, cursor: 'offset=4' })
  if (page === null) throw new Error('There is a third page')
  list.read.length = 0
  const place = await findPage({ event, page, readPage: list.reader, signal })
  expect(place === null ? null : place.cursor).toBe(found)
  expect(list.read).toEqual(way)
})

test('stops when nobody waits for the result', async () => {
  const list = pages(12)
  const looking = {
    event: '99',
    page: list.page(1),
    readPage: list.reader,
    signal: AbortSignal.abort(),
  }
  await expect(findPage(looking)).rejects.toThrow()
  expect(list.read).toEqual([])
})

test('continues within a page, and across pages', async () => {
  const { page, strictly: read } = pages(6)
  expect(await stepFrom({ page: page(2), open: '3', read }, 1)).toEqual({
    ...numbered(2),
    event: '4',
  })
  expect(await stepFrom({ page: page(2), open: '4', read }, 1)).toEqual({
    ...numbered(3),
    event: '5',
  })
  expect(await stepFrom({ page: page(2), open: '3', read }, -1)).toEqual({
    ...numbered(1),
    event: '2',
  })
})

test('after new failures, continues from the new position of the open event', async () => {
  const before = pages(4)
  const after = pages(5, { newest: 0 })
  const here = { page: before.page(1), open: '2', read: after.strictly }
  expect(await stepFrom(here, 1)).toEqual({ ...numbered(2), event: '3' })
})

test('knows where a list begins and ends', () => {
  const { page } = pages(4)
  expect(hasPrevious({ page: page(1), open: '1' })).toBe(false)
  expect(hasPrevious({ page: page(2), open: '3' })).toBe(true)
  expect(hasNext({ page: page(1), open: '2' })).toBe(true)
  expect(hasNext({ page: page(2), open: '4' })).toBe(false)
})
