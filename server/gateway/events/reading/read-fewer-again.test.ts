import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '../../../../contract/time/calendar-date.ts'
import { eventually } from '../../../testing/eventually.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { copiedEventsOfFile, LIST } from '../testing/copied-events.ts'

const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22']
const copied = await copiedEventsOfFile(
  DAYS.flatMap(day => [`gone on ${day}`, `listed on ${day}`].map(id => ({ id, day }))),
)
const { upstream, database } = copied

beforeEach(() => {
  upstream.requests.length = 0
  upstream.behave(({ query }, response) => {
    const day = query.get('from_date')
    const results = [{ id: `listed on ${day}`, failed_at: `${day}T10:00:00Z`, request_json: {} }]
    answer(response, 200, { count: 1, next: null, previous: null, results })
  })
})

const ageDays = (interval: string) =>
  sql`update event_mirror_day set complete_at = now() - ${interval}::interval`.execute(database.db)

const rangeOf = (day: string) =>
  new URLSearchParams({ list: LIST, from_date: day, to_date: addDays(day, 1) })

async function copiedIds(day: string): Promise<string[]> {
  const response = await copied.get(`/gateway/events?${rangeOf(day)}`)
  const { results } = await response.json()
  return results.map(({ id }: { id: string }) => id)
}

test.each([
  ['a page of the list', '2026-11-20', `/gateway/events/page?${rangeOf('2026-11-20')}`],
  ['its day count', '2026-11-21', `/gateway/day-counts?${LIST}=2026-11-21`],
])('an event that left a final day leaves the copy once %s counts fewer', async (_, day, path) => {
  await ageDays('25 hours')
  await (await copied.get(path)).text()
  await eventually(async () => {
    const ids = await copiedIds(day)
    return ids.length === 1 && ids[0] === `listed on ${day}`
  })
})

test('a final day that was read a moment ago is not read again for a lower count', async () => {
  await ageDays('1 minute')
  const [, , day = ''] = DAYS
  await (await copied.get(`/gateway/events/page?${rangeOf(day)}`)).text()
  expect(await copiedIds(day)).toHaveLength(2)
  expect(upstream.requests).toHaveLength(1)
})
