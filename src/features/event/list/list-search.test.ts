import { describe, expect, test } from 'vitest'
import { numbered } from '../../../../contract/pages/page-place.ts'
import {
  changeList,
  changePage,
  isInOrder,
  ListSearch,
  nextSearch,
  rangeOf,
} from './list-search.ts'

const deep: ListSearch = { from: '2026-11-01', to: '2026-11-21', page: 7, size: 50, event: '42' }

describe('the address', () => {
  test('is parsed as it was formatted', () => {
    const read = ListSearch.parse({
      from: '2026-11-01',
      to: '2026-11-21',
      page: '7',
      size: '50',
      event: '42',
    })
    expect(read).toEqual(deep)
  })

  test.each([
    [{ page: '0' }, { page: 1 }],
    [{ page: '-3' }, { page: 1 }],
    [{ page: '1.5' }, { page: 1 }],
    [{ page: 'last' }, { page: 1 }],
    [{ size: '1000' }, { size: 20 }],
    [{ size: 'many' }, { size: 20 }],
    [{ from: '21 November' }, { from: undefined, unread: 'days' }],
    [{ to: '2026-02-30' }, { to: undefined, unread: 'days' }],
    [{ follow_up: 'xyz' }, { follow_up: undefined, unread: 'follow_up' }],
    [{ event: '' }, { event: undefined }],
    [{ to: '9999-12-31' }, { to: '9999-12-30' }],
    [
      { page: '3', cursor: 'cursor=cD0y' },
      { page: 3, cursor: 'cursor=cD0y' },
    ],
    [
      { page: '3', cursor: 'from_date=2020-01-01&cursor=cD0y' },
      { page: 3, cursor: undefined },
    ],
    [{ page: '3', cursor: `cursor=${'x'.repeat(2_000)}` }, { cursor: undefined }],
    [
      { page: '0', cursor: 'cursor=cD0y' },
      { page: 1, cursor: undefined },
    ],
  ])('%o is corrected, not refused', (written, corrected) => {
    expect(ListSearch.parse(written)).toMatchObject(corrected)
  })

  test('omits missing days', () => {
    expect(ListSearch.parse({ from: '', to: '2026-11-21' }).unread).toBeUndefined()
  })

  test('keeps an id of any length exactly', () => {
    expect(ListSearch.parse({ event: '9007199254740993' }).event).toBe('9007199254740993')
  })
})

describe('the range', () => {
  test.each([
    [{}, { from: '2026-11-21', to: '2026-11-21' }],
    [{ from: '2026-11-03' }, { from: '2026-11-03', to: '2026-11-03' }],
    [{ to: '2026-11-04' }, { from: '2026-11-04', to: '2026-11-04' }],
    [
      { from: '2026-11-03', to: '2026-11-04' },
      { from: '2026-11-03', to: '2026-11-04' },
    ],
  ])('of %o is whole', (search, range) => {
    expect(rangeOf(search, '2026-11-21')).toEqual(range)
  })

  test('is in order if From is not after To', () => {
    expect(isInOrder({ from: '2026-11-21', to: '2026-11-21' })).toBe(true)
    expect(isInOrder({ from: '2026-11-22', to: '2026-11-21' })).toBe(false)
  })
})

describe('changes', () => {
  test('other days lead to page 1 and close the event', () => {
    const turned = { ...deep, cursor: 'cursor=cD0y' }
    expect(changeList(turned, { from: '2026-11-20' })).toEqual({
      ...deep,
      from: '2026-11-20',
      page: 1,
      cursor: undefined,
      event: undefined,
    })
  })

  test('another page size leads to page 1', () => {
    expect(changeList(deep, { size: 100 })).toMatchObject({ size: 100, page: 1 })
  })

  test('another page keeps days and size', () => {
    expect(changePage(deep, numbered(8))).toEqual({ ...deep, page: 8, event: undefined })
    const place = { page: 8, cursor: 'cursor=cD0y' }
    expect(changePage(deep, place)).toEqual({ ...deep, ...place, event: undefined })
  })
})

describe('nextSearch', () => {
  const day = { from: '2026-11-21', to: '2026-11-21' }
  const shown = { ...ListSearch.parse(day), ...day }

  test('applies a change to what the address has by now, which the page may not show yet', () => {
    const next = nextSearch(shown, newest => ({ ...newest, q: 'acme' }))
    const newest = { ...shown, from: '2026-11-20', state: 'missing' } as const
    expect(typeof next === 'function' && next(newest)).toEqual({ ...newest, q: 'acme' })
  })

  test('keeps the days of the page if the address has none', () => {
    const next = nextSearch(shown, newest => ({ ...newest, q: 'acme' }))
    const newest = ListSearch.parse({})
    expect(typeof next === 'function' && next(newest)).toMatchObject({ ...day, q: 'acme' })
  })
})
