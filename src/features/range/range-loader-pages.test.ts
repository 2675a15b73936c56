import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pageOrListOf } from '../../../contract/pages/page.ts'
import { numbered, type PagePlace, pageQuery } from '../../../contract/pages/page-place.ts'
import { drfPage, PAGINATORS } from '../../../contract/testing/drf-pages.ts'
import { NOT_LOADED, type RangeLoad } from './range-load.ts'
import { loadRange } from './range-loader.ts'

import { event, idsOf, newestFirst, read, serviceList } from './testing/service-list.ts'

const Item = z.object({ id: z.number() })

describe('loading a range', () => {
  test('of a list without a count ends with its last page', async () => {
    const { load, asked } = await read(serviceList(newestFirst(8), 3, { counts: false }))
    expect(load).toMatchObject({ isComplete: true, count: null, read: 8 })
    expect(asked).toEqual([1, 2, 3])
  })

  test('of an endless list without a count stops if nothing is new', async () => {
    let asked = 0
    const load = await loadRange(NOT_LOADED, {
      show: () => {},
      ask: async ({ page }) => {
        asked++
        const next = numbered(page + 1)
        return { count: null, next, results: [event('1'), event('2')] }
      },
    })
    expect(load).toMatchObject({ isComplete: true, read: 2, count: null })
    expect(asked).toBe(2)
  })

  test.each(PAGINATORS)('by %s reads each of 257 events once', async paginator => {
    const items = newestFirst(257).map(id => ({ id, position: String(id).padStart(4, '0') }))
    const own = { from_date: '2026-11-21', to_date: '2026-11-22', page_size: '100' }
    const asked: PagePlace[] = []
    const load = await loadRange(NOT_LOADED, {
      show: () => {},
      ask: async place => {
        asked.push(place)
        const url = `/v1/call_events_fail/?${pageQuery(place, own)}`
        const { body } = drfPage(paginator, url, { items })
        const page = pageOrListOf(Item, place).parse(body)
        return { ...page, results: page.results.map(({ id }) => event(String(id), id)) }
      },
    })
    expect(load).toMatchObject({ isComplete: true, read: 257 })
    expect(idsOf(load)).toEqual(newestFirst(257))
    expect(asked).toHaveLength(13)
    expect(load.events.at(-1)).toMatchObject({ page: 13, cursor: asked.at(-1)?.cursor })
  })

  test.each([
    ['links that go round', (page: number) => `cursor=${page % 3}`, [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['links that go round under new names', (page: number) => `cursor=${page}`, [9, 8, 7]],
  ])('stops at %s, keeps what it has, and does so again', async (_what, turnOf, ids) => {
    const pages = ids.length / 3
    const asked: number[] = []
    const shown: RangeLoad[] = []
    const reader = {
      show: (step: RangeLoad) => shown.push(step),
      ask: async ({ page }: PagePlace) => {
        asked.push(page)
        const first = ((page - 1) % pages) * 3
        const results = ids.slice(first, first + 3).map(id => event(String(id), id))
        return { count: null, next: { page: page + 1, cursor: turnOf(page) }, results }
      },
    }
    await expect(loadRange(NOT_LOADED, reader)).rejects.toThrow('leads to nothing new')
    const [last = NOT_LOADED] = shown.slice(-1)
    expect(last).toMatchObject({ isComplete: false, read: ids.length })
    expect(idsOf(last)).toEqual(ids)
    const before = asked.length
    expect(before).toBeLessThan(6)
    await expect(loadRange(last, reader)).rejects.toThrow('leads to nothing new')
    expect(asked.length).toBeLessThan(before + 6)
  })

  test('stops on a list with endless pages', async () => {
    let asked = 0
    const load = await loadRange(NOT_LOADED, {
      show: () => {},
      ask: async ({ page }) => {
        asked++
        return { count: 5, next: numbered(page + 1), results: [event('1')] }
      },
    })
    expect(load).toMatchObject({ isComplete: true, read: 1, count: 5 })
    expect(asked).toBeLessThan(20)
  })
})
