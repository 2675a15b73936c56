import { describe, expect, test } from 'vitest'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import { selectionRequest } from './named-targets.ts'
import {
  isSelected,
  NOTHING_SELECTED,
  type Selection,
  withAll,
  withPage,
  withTick,
} from './selection.ts'

const SCOPE = {
  list: 'call_events_fail',
  from_date: '2026-11-21',
  to_date: '2026-11-22',
} as const

function pageOfList(page: number, ids: string[]): ReplayTarget[] {
  return ids.map(id => ({ ...SCOPE, id, page, page_size: 20, failed_at: null }))
}

const [a, b, c, d] = pageOfList(1, ['a', 'b', 'c', 'd'])
const FIRST = pageOfList(1, ['a', 'b', 'c', 'd'])
const SECOND = pageOfList(2, ['e', 'f'])
const TICK = { isOn: true, isShift: false }

function ids({ events }: Selection): string[] {
  return [...events.keys()]
}

if (!a || !b || !c || !d) throw new Error('There are four.')

describe('ticks', () => {
  test('are kept on other pages, with the page of each event', () => {
    const two = withPage(withTick(NOTHING_SELECTED, b, FIRST, TICK), SECOND, true)
    expect(selectionRequest(two, SCOPE)).toEqual({
      ...SCOPE,
      events: [
        { id: 'b', page: 1, page_size: 20 },
        { id: 'e', page: 2, page_size: 20 },
        { id: 'f', page: 2, page_size: 20 },
      ],
    })
  })

  test('keep the cursor of a page without a number, unless there are very many', () => {
    const cursor = 'cursor=cD0y'
    const turned = SECOND.map(target => ({ ...target, cursor }))
    const few = selectionRequest(withPage(NOTHING_SELECTED, turned, true), SCOPE)
    expect(few.events).toMatchObject([
      { id: 'e', cursor },
      { id: 'f', cursor },
    ])
    const many = Array.from({ length: 1_001 }, (_, at) => ({ ...c, id: String(at), cursor }))
    const { events } = selectionRequest(withPage(NOTHING_SELECTED, many, true), SCOPE)
    expect(events).toHaveLength(1_001)
    expect(JSON.stringify(events)).not.toContain('cursor')
  })

  test('with Shift apply from the last one to this one, in both directions', () => {
    const down = withTick(withTick(NOTHING_SELECTED, b, FIRST, TICK), d, FIRST, {
      isOn: true,
      isShift: true,
    })
    expect(ids(down)).toEqual(['b', 'c', 'd'])
    const up = withTick(down, c, FIRST, { isOn: false, isShift: true })
    expect(ids(up)).toEqual(['b'])
  })

  test('with Shift after another page apply to a single event', () => {
    const other = withTick(NOTHING_SELECTED, b, FIRST, TICK)
    const [, f] = SECOND
    if (!f) throw new Error('There are two.')
    expect(ids(withTick(other, f, SECOND, { isOn: true, isShift: true }))).toEqual(['b', 'f'])
  })

  test('of other days starts a new selection', () => {
    const yesterday = { ...a, from_date: '2026-11-20' }
    const selection = withTick(NOTHING_SELECTED, b, FIRST, TICK)
    expect(isSelected(selection, { ...b, from_date: '2026-11-20' })).toBe(false)
    expect(ids(withTick(selection, yesterday, [yesterday], TICK))).toEqual(['a'])
  })
})

describe('all of the range', () => {
  test('is requested as such, and every event is selected', () => {
    expect(selectionRequest(withAll(SCOPE), SCOPE).events).toBe('all')
    expect(isSelected(withAll(SCOPE), d)).toBe(true)
  })

  test('without one event leaves the others of its page', () => {
    const rest = withTick(withAll(SCOPE), b, FIRST, { isOn: false, isShift: false })
    expect(rest.isAll).toBe(false)
    expect(ids(rest)).toEqual(['a', 'c', 'd'])
  })
})
