import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { drfPage, PAGINATORS, type Paginator } from '../testing/drf-pages.ts'
import { type Page, pageOrListOf } from './page.ts'
import {
  Cursor,
  FIRST_PAGE,
  isPlace,
  NOWHERE,
  nextPlace,
  numbered,
  type PagePlace,
  pageQuery,
  previousPlace,
} from './page-place.ts'

describe('the next page', () => {
  test.each<[string, PagePlace]>([
    ['http://internal:8000/v1/call_events_fail/?page=2&page_size=20', numbered(2)],
    ['/v1/call_events_fail/?page_size=100&page=2#top', numbered(2)],
    ['?page=7', numbered(7)],
    ['https://elsewhere.example/?cursor=cD0y', { page: 2, cursor: 'cursor=cD0y' }],
    ['//elsewhere.example/other/?offset=20&limit=20', { page: 2, cursor: 'offset=20&limit=20' }],
    ['?cursor=cD0y&page=1&page_size=20&from_date=2020-01-01', { page: 2, cursor: 'cursor=cD0y' }],
    ['?p=2', { page: 2, cursor: 'p=2' }],
    ['?page=2&snapshot=a%20b', { page: 2, cursor: 'page=2&snapshot=a+b' }],
    ['?after=%C3%A9%26page_size%3D1', { page: 2, cursor: 'after=%C3%A9%26page_size%3D1' }],
  ])('%s', (link, place) => {
    expect(nextPlace(link, FIRST_PAGE)).toEqual(place)
  })

  test.each([
    '',
    'http://api/v1/call_events_fail/',
    '?page=1',
    '?page=0',
    '?page=last',
    '?page=1.5',
    '?from_date=2026-11-20&to_date=2026-11-21',
    `?cursor=${'x'.repeat(2_000)}`,
  ])('“%s” leads nowhere', link => {
    expect(nextPlace(link, FIRST_PAGE)).toBe(NOWHERE)
  })

  test('a link to the same page is no next page', () => {
    expect(nextPlace('?page=3', numbered(3))).toBe(NOWHERE)
    expect(nextPlace('?page=1&cursor=cD0y', { page: 3, cursor: 'cursor=cD0y' })).toBe(NOWHERE)
  })
})

test.each<[string | null, PagePlace, PagePlace | null]>([
  [null, FIRST_PAGE, null],
  ['?cursor=cj0x', FIRST_PAGE, null],
  [null, numbered(5), numbered(4)],
  ['?page=3', numbered(5), numbered(4)],
  ['?cursor=cj0x&page=1', { page: 5, cursor: 'cursor=cD0y' }, { page: 4, cursor: 'cursor=cj0x' }],
  ['?cursor=cj0x&page=1', { page: 2, cursor: 'cursor=cD0y' }, FIRST_PAGE],
  ['?cursor=cD0y', { page: 5, cursor: 'cursor=cD0y' }, FIRST_PAGE],
  ['/v1/call_events_fail/', { page: 5, cursor: 'cursor=cD0y' }, FIRST_PAGE],
  [null, { page: 5, cursor: 'cursor=cD0y' }, FIRST_PAGE],
])('%s leads back from %o to %o', (link, at, place) => {
  expect(previousPlace(link, at)).toEqual(place)
})

describe('a request', () => {
  const own = { from_date: '2026-11-21', to_date: '2026-11-22', page_size: '20' }

  test('asks for a page by its number if no link says otherwise', () => {
    expect(Object.fromEntries(pageQuery(numbered(3), own))).toEqual({ ...own, page: '3' })
  })

  test('keeps its own days and size, whatever a link says', () => {
    const cursor = 'cursor=cD0y&to_date=2030-01-01&from_date=2020-01-01&page_size=1'
    expect(Object.fromEntries(pageQuery({ page: 3, cursor }, own))).toEqual({
      ...own,
      cursor: 'cD0y',
    })
  })
})

test.each([
  ['cursor=cD0y', true],
  ['limit=20&offset=20', true],
  ['page=2&snapshot=a', true],
  ['', false],
  ['page=2', false],
  ['cursor=cD0y&from_date=2020-01-01', false],
  ['?cursor=cD0y', false],
  ['cursor=a b', false],
  [`cursor=${'x'.repeat(2_000)}`, false],
])('“%s” is a cursor: %s', (text, isCursor) => {
  expect(Cursor.safeParse(text).success).toBe(isCursor)
})

type Walked = Page<number> & { place: PagePlace }

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** All pages, in the order of their links. */
function walk(paginator: Paginator, listed: { items: number[]; pageSize?: number }, size = 20) {
  const own = { from_date: '2026-11-21', to_date: '2026-11-22', page_size: String(size) }
  const read = (place: PagePlace): Walked => {
    const { body } = drfPage(paginator, `/v1/call_events_fail/?${pageQuery(place, own)}`, listed)
    return { ...pageOrListOf(z.number(), place, size).parse(body), place }
  }
  const pages: Walked[] = []
  for (let place: PagePlace | null = FIRST_PAGE; place !== null && pages.length < 200; ) {
    const page: Walked = read(place)
    pages.push(page)
    place = isPlace(page.next) ? page.next : null
  }
  return { pages, read, items: pages.flatMap(({ results }) => results) }
}

describe.each(PAGINATORS)('pages by %s', paginator => {
  const listed = { items: upTo(257) }

  test('reach each of 257 events once, and increase their number', () => {
    const { pages, items } = walk(paginator, listed)
    expect(items).toEqual(listed.items)
    expect(pages.map(({ place: { page } }) => page)).toEqual(pages.map((_, index) => index + 1))
    expect(pages.at(-1)?.next).toBeNull()
  })

  test('lead back over the same rows to the first page', () => {
    const { pages, read } = walk(paginator, listed)
    const back: Walked[] = []
    for (let place = pages.at(-1)?.previous ?? null; place !== null; ) {
      const page = read(place)
      back.push(page)
      place = page.previous
    }
    const forth = pages.slice(0, -1).toReversed()
    expect(back.map(({ results }) => results)).toEqual(forth.map(({ results }) => results))
    expect(back.at(-1)?.place).toEqual(FIRST_PAGE)
  })

  test('work for any number of events, page size and request', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 90 }),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(1, 20, 100),
        (count, pageSize, size) => {
          const items = upTo(count)
          expect(walk(paginator, { items, pageSize }, size).items).toEqual(items)
        },
      ),
    )
  })
})
