import { expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addRow } from '../../testing/rows.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { type FinalFailure, recordFailedEvents } from './record-failed-events.ts'

const TIME_ZONE = 'Africa/Johannesburg'

const database = await closedAfterAll(openTestDatabase())
const { id: partnerId } = await addRow(database.db, 'partner', {
  reference: 'P-1',
  name: 'Partner',
})

function record(failures: FinalFailure[]) {
  const settings = { partnerId, list: 'call_events_fail', timeZone: TIME_ZONE } as const
  return database.db.transaction().execute(trx => recordFailedEvents(trx, settings, failures))
}

async function recorded(day: string) {
  const rows = await database.db
    .selectFrom('failed_event')
    .selectAll()
    .where('day', '=', day)
    .orderBy('position')
    .execute()
  return rows.map(row => ({ ...row, failed_at: JSON.parse(row.item).failed_at }))
}

test("a failure belongs to its day in the service's zone, and its payload's text is kept", async () => {
  const payload = '{ "call_id": 9007199254740993, "a": 1.0, "a": "\\u0000" }'
  const ids = await record([
    failure('2026-03-01T22:00:00Z', payload),
    failure('2026-03-01T21:59:59Z'),
  ])
  const [before] = await recorded('2026-03-01')
  const [after] = await recorded('2026-03-02')
  expect([after?.id, before?.id]).toEqual(ids)
  expect(after?.item).toContain(`"request_json":${payload}}`)
  expect(after?.failed_at).toBe('2026-03-02T00:00:00.000+02:00')
  expect(before?.failed_at).toBe('2026-03-01T23:59:59.000+02:00')
})

test('a payload that is invalid JSON does not block later failures', async () => {
  const payload = '{"failed_at":"never","a":"\\u0000\\ud800"}'
  await record([failure('2026-03-03T10:00:00Z', payload)])
  await record([failure('2026-03-03T09:00:00Z')])
  const times = (await recorded('2026-03-03')).map(row => row.failed_at)
  expect(times).toEqual(['2026-03-03T12:00:00.000+02:00', '2026-03-03T12:00:00.000+02:00'])
})

test('positions are 1, 2, 3 … however many transactions record at once, and time never goes back', async () => {
  const minutes = Array.from({ length: 20 }, (_, index) => index)
  const batches = minutes.map(minute => [
    failure(`2026-03-05T10:${String(50 - minute).padStart(2, '0')}:00Z`),
    failure('2026-03-05T09:00:00Z'),
    failure('2026-03-06T09:00:00Z'),
  ])
  await Promise.all(batches.map(record))
  const rows = await recorded('2026-03-05')
  expect(rows.map(row => row.position)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  const times = rows.map(row => row.failed_at)
  expect(times).toEqual(times.toSorted())
  const days = await database.db
    .selectFrom('failed_event_day')
    .select(['day', 'count'])
    .where('day', '>', '2026-03-04')
    .orderBy('day')
    .execute()
  expect(days).toEqual([
    { day: '2026-03-05', count: 40 },
    { day: '2026-03-06', count: 20 },
  ])
})

test.each([
  ['a payload that is no JSON', failure('2026-03-09T09:00:00Z', '{')],
  ['a payload that is no object', failure('2026-03-09T09:00:00Z', '[]')],
  [
    'an attempt without a time',
    {
      ...failure('2026-03-09T09:00:00Z'),
      attempts: [{ at: '', status: 500, error: null, duration_ms: 1 }],
    },
  ],
])('%s is refused, and its whole batch is not recorded', async (_what, refused) => {
  await expect(record([failure('2026-03-09T08:00:00Z'), refused])).rejects.toThrow()
  expect(await recorded('2026-03-09')).toEqual([])
})

function failure(failedAt: string, request_json = '{"call_id":1}'): FinalFailure {
  return {
    event: 'call_termination',
    callback_url: 'https://receiver.example/calls',
    attempts: [{ at: '2026-03-01T10:00:00Z', status: 500, error: null, duration_ms: 12 }],
    failed_at: new Date(failedAt),
    request_json,
  }
}
