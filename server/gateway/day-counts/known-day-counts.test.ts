import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { DayCountLine } from '../../../contract/day-counts.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { copiedEventsOfFile, LIST } from '../events/testing/copied-events.ts'

const copied = await copiedEventsOfFile([{ id: '1' }, { id: '2' }], {
  own: { accountOf: async () => 'acme' },
})
const { upstream, database } = copied

const OVER = '2024-03-01'
const CHANGING = '2999-01-01'

beforeEach(async () => {
  await database.db.deleteFrom('event_mirror_day').where('is_final', '=', false).execute()
  upstream.requests.length = 0
  serviceCounts(7)
})

function serviceCounts(count: number): void {
  upstream.behave((_request, response) =>
    answer(response, 200, { count, next: null, previous: null, results: [{ request_json: {} }] }),
  )
}

async function countsOf(days: string[], token = 'acme'): Promise<DayCountLine[]> {
  const path = `/gateway/day-counts?${LIST}=${days.join()}`
  const response = await copied.get(path, { authorization: `Token ${token}` })
  return (await response.text())
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

async function age(interval: string): Promise<void> {
  await sql`
    update event_mirror_day set counted_at = counted_at - ${interval}::interval, complete_at = complete_at - ${interval}::interval
    where not is_final
  `.execute(database.db)
}

test('days that have been read are counted in the copy, without a request to the service', async () => {
  const lines = await countsOf(['2026-11-21', '2026-11-20'])
  expect(lines).toHaveLength(2)
  expect(lines).toContainEqual({ list: LIST, day: '2026-11-21', count: 2 })
  expect(lines).toContainEqual({ list: LIST, day: '2026-11-20', count: 0 })
  expect(upstream.requests).toEqual([])
})

test('a day that is over is not counted again on the same day', async () => {
  await countsOf([OVER])
  await age('23 hours')
  expect(await countsOf([OVER])).toEqual([{ list: LIST, day: OVER, count: 7 }])
  expect(upstream.requests).toHaveLength(1)
})

test.each([
  [OVER, '25 hours'],
  [CHANGING, '3 minutes'],
])('%s is shown with its count of %s ago and then counted again', async (day, ago) => {
  await countsOf([day])
  await age(ago)
  serviceCounts(8)
  expect(await countsOf([day])).toEqual([
    { list: LIST, day, count: 7, counted_at: expect.any(String) },
    { list: LIST, day, count: 8 },
  ])
})

test('a day that may change is counted by what was read or counted last', async () => {
  await countsOf([CHANGING])
  await age('1 hour')
  await sql`update event_mirror_day set complete_at = now() where day = ${CHANGING}`.execute(
    database.db,
  )
  expect(await countsOf([CHANGING])).toEqual([{ list: LIST, day: CHANGING, count: 0 }])
})

test('what is known is not shown to a token that may not read the list', async () => {
  const refuse = (_request: unknown, response: Parameters<typeof answer>[0]) =>
    answer(response, 403, { detail: 'Not yours.' })
  upstream.prove(refuse)
  upstream.behave(refuse)
  expect(await countsOf(['2026-11-21'], 'other')).toMatchObject([{ status: 403 }])
})
