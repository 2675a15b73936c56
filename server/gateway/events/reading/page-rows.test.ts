import { expect, test } from 'vitest'
import { STANDARD } from '../../../../contract/fields/read-event.ts'
import { PageRows, type StoredEvent } from './page-rows.ts'
import { parseEventPage } from './parse-event-page.ts'

const DAY = '2024-03-01'
const WALK = {
  ...{ from_date: DAY, to_date: '2024-03-03', began_at: '', is_thorough: true, is_by_day: false },
  ...{ pass: 1, is_top_up: false, place: { page: 1 }, position: 0, rows: 0, found: 0, count: null },
  ...{ has_grown: false, has_shrunk: false, pushed_down: 0, found_before: null },
  is_resumable: true,
}

/** The rows of so many events without an id that have the same content. */
function rowsOf(events: number, stored: Omit<StoredEvent, 'event_id'>[] = []) {
  const body = new TextEncoder().encode('[{"call_id":7}]')
  const [event] = parseEventPage(body, { page: 1, size: 100 }, STANDARD).events
  if (event === undefined) throw new Error('the page has no event')
  const { event_id } = event
  const page = new PageRows({
    walk: WALK,
    stored: stored.map(row => ({ event_id, ...row })),
    seen: new Map(),
  })
  for (let index = 0; index < events; index++) page.add(event, DAY, index)
  return page.rows.map(({ ordinal }) => ordinal)
}

test('events with the same content keep their ordinals, and further ones get new ordinals', () => {
  const row = { digest: '', isFound: false }
  const stored = [
    { ...row, ordinal: 1, day: '2024-03-02' },
    { ...row, ordinal: 2, day: DAY },
  ]
  expect(rowsOf(3, stored)).toEqual([2, 3, 4])
})

// Comparing each of them with all others would take hours.
test('a copy has at most 10,000 events with the same content', () => {
  expect(rowsOf(100_000)).toHaveLength(10_000)
})
