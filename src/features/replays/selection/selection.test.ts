import { describe, expect, test } from 'vitest'
import type { ReplayTarget } from '../../event/list/replay-target.ts'
import {
  NOTHING_SELECTED,
  namedTargets,
  type Selection,
  type SelectionScope,
  selectedAmong,
  selectionRequest,
  withAll,
  withEvents,
} from './selection.tsx'

const SCOPE = {
  list: 'call_events_fail',
  from_date: '2026-11-21',
  to_date: '2026-11-22',
} as const

function pageOfList(page: number, ids: string[]): ReplayTarget[] {
  return ids.map(id => ({ ...SCOPE, id, page, page_size: 20 }))
}

const FIRST = pageOfList(1, ['a', 'b', 'c', 'd'])
const SECOND = pageOfList(2, ['e', 'f'])

function ids({ events }: Selection): string[] {
  return [...events.keys()]
}

/** The selection after the table of a page has changed it. */
function tick(
  selection: Selection,
  page: ReplayTarget[],
  changed: string[],
  { isOn = true, scope = SCOPE }: { isOn?: boolean; scope?: SelectionScope } = {},
): Selection {
  const targets = page.filter(({ id }) => changed.includes(id))
  return withEvents(selection, scope, targets, { isOn, rows: page })
}

describe('ticks', () => {
  test('are kept on other pages, with the page of each event', () => {
    const two = tick(tick(NOTHING_SELECTED, FIRST, ['b']), SECOND, ['e', 'f'])
    expect(selectionRequest(two, SCOPE)).toEqual({
      ...SCOPE,
      events: [
        { id: 'b', page: 1, page_size: 20 },
        { id: 'e', page: 2, page_size: 20 },
        { id: 'f', page: 2, page_size: 20 },
      ],
    })
  })

  test('are kept when an event of another page is deselected', () => {
    const two = tick(tick(NOTHING_SELECTED, FIRST, ['a', 'b']), SECOND, ['e', 'f'])
    expect(ids(tick(two, SECOND, ['e'], { isOn: false }))).toEqual(['a', 'b', 'f'])
  })

  test('keep the cursor of a page without a number, unless there are very many', () => {
    const cursor = 'cursor=cD0y'
    const turned = SECOND.map(target => ({ ...target, cursor }))
    const few = selectionRequest(tick(NOTHING_SELECTED, turned, ['e', 'f']), SCOPE)
    expect(few.events).toMatchObject([
      { id: 'e', cursor },
      { id: 'f', cursor },
    ])
    const all = Array.from({ length: 1_001 }, (_, at) => String(at))
    const many = pageOfList(1, all).map(target => ({ ...target, cursor }))
    const { events } = selectionRequest(tick(NOTHING_SELECTED, many, all), SCOPE)
    expect(events).toHaveLength(1_001)
    expect(JSON.stringify(events)).not.toContain('cursor')
  })

  test('of other days start a new selection', () => {
    const yesterday = { ...SCOPE, from_date: '2026-11-20' }
    const selection = tick(NOTHING_SELECTED, FIRST, ['b'])
    expect(ids(tick(selection, FIRST, ['a'], { scope: yesterday }))).toEqual(['a'])
  })
})

describe('all of the range', () => {
  test('is requested as such', () => {
    expect(selectionRequest(withAll(SCOPE), SCOPE).events).toBe('all')
  })

  test('without one event leaves the others of its page', () => {
    const rest = tick(withAll(SCOPE), FIRST, ['b'], { isOn: false })
    expect(rest.isAll).toBe(false)
    expect(ids(rest)).toEqual(['a', 'c', 'd'])
  })
})

describe('a filtered list', () => {
  test('adds its events to the selection, and tells its own from others', () => {
    const others = tick(NOTHING_SELECTED, FIRST, ['a', 'b'])
    const both = withEvents(others, SCOPE, SECOND)
    expect(ids(both)).toEqual(['a', 'b', 'e', 'f'])
    expect(selectedAmong(both, pageOfList(1, ['b', 'c'])).map(({ id }) => id)).toEqual(['b'])
  })

  test('keeps only its own events of everything', () => {
    expect(selectedAmong(withAll(SCOPE), SECOND)).toEqual(SECOND)
  })

  test('forgets the events of other days', () => {
    const yesterday = { ...SCOPE, from_date: '2026-11-20' }
    expect(ids(withEvents(tick(NOTHING_SELECTED, FIRST, ['a']), yesterday, SECOND))).toEqual([
      'e',
      'f',
    ])
  })
})

const MAX_BYTES = 4 * 1024 * 1024

const targets = (ofCharacters: number) =>
  Array.from({ length: 50_000 }, (_, at) => ({
    id: String(at).padStart(ofCharacters, '0'),
    page: 1 + Math.floor(at / 25),
    page_size: 25,
  }))

test.each([10, 40, 64])(
  'a request that names 50,000 events by ids of %i characters has less than 4 MiB',
  length => {
    expect(JSON.stringify(namedTargets(targets(length))).length).toBeLessThan(MAX_BYTES)
  },
)

test('events are named with their pages as long as there is room', () => {
  expect(namedTargets(targets(40))[26]).toMatchObject({ page: 2, page_size: 25 })
})
