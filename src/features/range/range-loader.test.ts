import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOWHERE } from '../../../contract/pages/page-place.ts'
import { ApiError } from '../../api/api-error.ts'
import { NOT_LOADED } from './range-load.ts'

import { idsOf, newestFirst, read, serviceList } from './testing/service-list.ts'

describe('loading a range', () => {
  test('reads every page once, in order, and reports its progress', async () => {
    const { load, asked, shown } = await read(serviceList(newestFirst(8)))
    expect(load).toMatchObject({ isComplete: true, count: 8, read: 8, came: 0 })
    expect(load && idsOf(load)).toEqual(newestFirst(8))
    expect(load?.events.map(({ page }) => page)).toEqual([1, 1, 1, 2, 2, 2, 3, 3])
    expect(asked).toEqual([1, 2, 3])
    expect(shown.map(step => step.read)).toEqual([0, 3, 6])
    expect(shown.every(step => !step.isComplete)).toBe(true)
  })

  test('reads a flat array as one page, and an empty list as complete', async () => {
    const flat = await read(serviceList(newestFirst(7), 1000))
    expect(flat.load).toMatchObject({ isComplete: true, read: 7 })
    const empty = await read(serviceList([]))
    expect(empty.load).toMatchObject({ isComplete: true, count: 0, events: [] })
  })

  test('keeps an event once if newer ones push it to the next page, and reads the newer ones', async () => {
    const list = serviceList(newestFirst(9))
    list.before = (page, asked) => page === 2 && asked === 1 && list.grow(2)
    const { load, asked } = await read(list)
    expect(load && idsOf(load)).toEqual(newestFirst(11))
    expect(load).toMatchObject({ isComplete: true, came: 2, count: 11 })
    expect(asked).toEqual([1, 2, 3, 4, 1])
  })

  test('does the same for events that are identified by their content', async () => {
    const list = serviceList(newestFirst(9), 3, { named: false })
    list.before = (page, asked) => page === 2 && asked === 1 && list.grow(2)
    const { load } = await read(list)
    expect(load && idsOf(load)).toEqual(newestFirst(11))
  })

  test('finds an event that moved to an earlier page when the list became shorter', async () => {
    const list = serviceList(newestFirst(9))
    list.before = (page, asked) => {
      if (page === 3 && asked === 2) list.ids = list.ids.filter(id => id !== 8)
    }
    const { load } = await read(list)
    expect(new Set(load && idsOf(load))).toEqual(new Set(newestFirst(9)))
  })

  test('ends at a page that no longer exists', async () => {
    const list = serviceList(newestFirst(7))
    list.before = page => {
      if (page === 3) list.ids = list.ids.slice(0, 5)
    }
    const { load } = await read(list)
    expect(load).toMatchObject({ isComplete: true, read: 6 })
  })

  test('never loses or duplicates an event while the list grows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.nat({ max: 9 }), { maxLength: 20 }),
        fc.boolean(),
        async (count, pageSize, growth, named) => {
          const list = serviceList(newestFirst(count), pageSize, { named })
          list.before = (_page, asked) => list.grow(growth[asked] ?? 0)
          const { load } = await read(list)
          const ids = load ? idsOf(load) : []
          expect(new Set(ids).size).toBe(ids.length)
          expect(newestFirst(count).every(id => ids.includes(id))).toBe(true)
        },
      ),
    )
  })

  test('ends for a list that keeps changing', async () => {
    const list = serviceList(newestFirst(9))
    list.before = () => list.grow(1)
    const { load } = await read(list)
    expect(load?.isComplete).toBe(true)
  })

  test('keeps the loaded events if a page finally fails, and continues from there', async () => {
    const list = serviceList(newestFirst(9))
    list.before = page => {
      if (page === 3) throw new ApiError('unavailable', { status: 502 })
    }
    const broken = await read(list)
    expect(broken.load).toBeNull()
    expect(broken.last).toMatchObject({ isComplete: false, read: 6, count: 9 })
    expect(idsOf(broken.last)).toEqual(newestFirst(9).slice(0, 6))

    list.before = () => {}
    list.asked.length = 0
    list.grow(2)
    const { load, asked } = await read(list, broken.last)
    expect(asked).toEqual([3, 4, 1])
    expect(load && idsOf(load)).toEqual(newestFirst(11))
  })

  test('counts what it has if nothing leads to the next page', async () => {
    const list = serviceList(newestFirst(7), 3, { counts: false })
    const { ask } = list
    list.ask = async place => ({ ...(await ask(place)), next: NOWHERE })
    const { last, asked } = await read(list)
    expect(idsOf(last)).toEqual([7, 6, 5])
    expect(last).toMatchObject({ read: 3, count: null, isComplete: false })
    expect(asked).toEqual([1])
  })

  test('stops at the limit to ask, and reads on', async () => {
    const list = serviceList(newestFirst(12))
    const first = await read(list, NOT_LOADED, 5)
    expect(first.load).toMatchObject({ stopped: 'limit', isComplete: false, read: 6 })
    const second = await read(list, first.load ?? NOT_LOADED, 100)
    expect(second.load).toMatchObject({ stopped: null, isComplete: true, read: 12 })
  })

  test('again shows the old events until all of the new are there', async () => {
    const list = serviceList(newestFirst(9))
    const { load: first } = await read(list)
    list.grow(3)
    const again = await read(list, first ?? NOT_LOADED)
    for (const step of again.shown) {
      expect(step).toMatchObject({ isComplete: true, readAt: first?.readAt })
      expect(idsOf(step)).toEqual(newestFirst(9))
    }
    expect(again.load && idsOf(again.load)).toEqual(newestFirst(12))
  })

  test('again without success leaves the old events as complete as they were', async () => {
    const list = serviceList(newestFirst(9))
    const { load: first } = await read(list)
    list.before = page => {
      if (page === 2) throw new ApiError('offline')
    }
    const { last } = await read(list, first ?? NOT_LOADED)
    expect(last).toEqual(first)
  })

  test('shows each of those whose content is the same, on whichever pages', async () => {
    const list = serviceList([7, 7, 6, 7, 5, 6], 2, { named: false })
    const { load } = await read(list)
    expect(load && idsOf(load)).toEqual([7, 7, 6, 7, 5, 6])
    expect(new Set(load?.events.map(({ key }) => key)).size).toBe(6)
  })
})
