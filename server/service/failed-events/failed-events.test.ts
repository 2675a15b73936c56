import { expect, test } from 'vitest'
import { FailedEventRecord } from '../../../contract/failed-event.ts'
import { pageOf } from '../../../contract/pages/page.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addFailedEvents, addPartner, openTestService } from '../../testing/test-service.ts'
import { countDays } from './failed-events-routes.ts'

const CALLS = '/v1/call_events_fail/'
const AI_EVENTS = '/v1/transcription_events_fail/'
const FailedEventPage = pageOf(FailedEventRecord)

/** Seconds around midnight in the service's zone (UTC+2); it is 2026-11-21 there. */
const FAILED_AT = [
  '2026-11-19T21:59:59Z',
  '2026-11-19T22:00:00Z',
  '2026-11-20T21:59:59Z',
  '2026-11-20T22:00:00Z',
  '2026-11-21T08:00:00Z',
  '2026-11-21T21:59:59Z',
  '2026-11-21T22:00:00Z',
]

/** The calls of a range by their index in FAILED_AT, newest first. */
const RANGES: [query: string, calls: number[]][] = [
  ['', [5, 4, 3]],
  ['?from_date=&to_date=', [5, 4, 3]],
  ['?from_date=2026-11-21&to_date=2026-11-22', [5, 4, 3]],
  ['?from_date=2026-11-20', [5, 4, 3, 2, 1]],
  ['?from_date=2026-11-19&to_date=2026-11-20', [0]],
  ['?from_date=2026-11-20&to_date=2026-11-21', [2, 1]],
  ['?from_date=2026-11-21&to_date=2026-11-21', []],
  ['?to_date=2026-11-23', [6, 5, 4, 3]],
  ['?from_date=0001-01-01&to_date=9999-12-31', [6, 5, 4, 3, 2, 1, 0]],
]

const WRONG_FORMAT = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'

const REFUSED: [query: string, answer: object][] = [
  ['?from_date=21/11/2026', { from_date: [WRONG_FORMAT] }],
  ['?to_date=2026-02-30', { to_date: [WRONG_FORMAT] }],
  ['?from_date=2026-11-21T00:00:00Z', { from_date: [WRONG_FORMAT] }],
  ['?from_date=0000-01-01', { from_date: [WRONG_FORMAT] }],
  ['?from_date=x&to_date=y', { from_date: [WRONG_FORMAT], to_date: [WRONG_FORMAT] }],
  ['?from_date=x&page=99', { from_date: [WRONG_FORMAT] }],
  [
    '?from_date=2026-11-22&to_date=2026-11-21',
    { non_field_errors: ['from_date (2026-11-22) may not be after to_date (2026-11-21).'] },
  ],
  [
    '?from_date=2026-12-01',
    { non_field_errors: ['from_date (2026-12-01) may not be after to_date (2026-11-22).'] },
  ],
  [
    '?to_date=2026-11-20',
    { non_field_errors: ['from_date (2026-11-21) may not be after to_date (2026-11-20).'] },
  ],
]

const service = await closedAfterAll(openTestService())
const partner = await addPartner(service.database, 'P-1')
const other = await addPartner(service.database, 'P-2')
const token = partner.token
const failedAt = FAILED_AT.map(instant => ({ failed_at: new Date(instant) }))
const callsOf = (payloadOf: (index: number) => string) =>
  failedAt.map((event, index) => ({ ...event, request_json: payloadOf(index) }))
await addFailedEvents(
  service.database,
  partner.id,
  callsOf(index => `{"call_id":${index}}`),
)
await addFailedEvents(
  service.database,
  other.id,
  callsOf(() => '{"call_id":99}'),
)
const aiEvents = Array.from({ length: 25 }, (_, index) => ({
  failed_at: new Date('2026-11-21T08:00:00Z'),
  request_json: `{ "call_id": 9007199254740993, "turn": ${index}.0, "é": "\\u0000" }`,
}))
await addFailedEvents(service.database, partner.id, aiEvents, 'transcription_events_fail')

test.each(RANGES)('the range %s returns its calls', async (query, calls) => {
  const { status, body } = await service.ask('GET', `${CALLS}${query}`, { token })
  expect(status).toBe(200)
  const page = FailedEventPage.parse(body)
  expect(page.count).toBe(calls.length)
  expect(page.results.map(event => event.request_json.call_id)).toEqual(calls)
  const failedAt = page.results.map(event => new Date(event.failed_at).toISOString())
  expect(failedAt).toEqual(calls.map(call => new Date(FAILED_AT[call] ?? '').toISOString()))
})

test('the events of many days are counted at once, for the partner of a token', async () => {
  const { db } = service.database
  const list = 'call_events_fail'
  const days = ['2026-11-22', '2026-11-21', '2026-11-18'].map(day => ({ list, day }) as const)
  const ai = { list: 'transcription_events_fail', day: '2026-11-21' } as const
  const counts = (...numbers: number[]) =>
    days.map((day, index) => ({ ...day, count: numbers[index] }))
  expect(await countDays(db, `Token ${token}`, days)).toEqual(counts(1, 3, 0))
  expect(await countDays(db, `Token ${token}`, [ai])).toEqual([{ ...ai, count: 25 }])
  expect(await countDays(db, `Token ${other.token}`, [ai])).toEqual([{ ...ai, count: 0 }])
  await expect(countDays(db, 'Token unknown', days)).rejects.toMatchObject({ status: 401 })
})

test.each(REFUSED)('the range %s is refused', async (query, answer) => {
  expect(await service.ask('GET', `${CALLS}${query}`, { token })).toMatchObject({
    status: 400,
    body: answer,
  })
})

test('following next from the first page returns each event once, and previous leads back', async () => {
  const turns: unknown[] = []
  const visited: string[] = []
  let url: string | null = `${service.origin}${AI_EVENTS}?page_size=10`
  while (url !== null) {
    visited.push(url)
    const answer = await service.ask('GET', url.slice(service.origin.length), { token })
    const page = FailedEventPage.parse(answer.body)
    expect(page.count).toBe(25)
    expect(page.previous).toBe(visited.at(-2) ?? null)
    turns.push(...page.results.map(event => event.request_json.turn))
    url = page.next
  }
  expect(turns).toEqual(Array.from({ length: 25 }, (_, index) => 24 - index))
  expect(visited).toHaveLength(3)
})

test.each([1, 2, 3, 5, 7, 8])(
  'pages of %d events contain each event once, across days',
  async size => {
    const calls: unknown[] = []
    const range = `?from_date=2026-11-19&to_date=2026-11-23&page_size=${size}`
    const pages = Math.ceil(FAILED_AT.length / size)
    for (let page = 1; page <= pages; page++) {
      const { body } = await service.ask('GET', `${CALLS}${range}&page=${page}`, { token })
      const { count, results } = FailedEventPage.parse(body)
      expect(count).toBe(FAILED_AT.length)
      calls.push(...results.map(event => event.request_json.call_id))
      if (page < pages) continue
      const last = await service.ask('GET', `${CALLS}${range}&page=last`, { token })
      expect(last.body).toEqual(body)
    }
    expect(calls).toEqual([6, 5, 4, 3, 2, 1, 0])
  },
)

test.each(['0', '5', '99999999999999999999'])('the page %s does not exist', async page => {
  const query = `?from_date=2026-11-19&to_date=2026-11-23&page_size=2&page=${page}`
  const { status } = await service.ask('GET', `${CALLS}${query}`, { token })
  expect(status).toBe(404)
})

test('links keep the dates and the page size, sorted', async () => {
  const query = '?from_date=2026-11-19&to_date=2026-11-22&page_size=2&page=2'
  const { body } = await service.ask('GET', `${CALLS}${query}`, { token })
  expect(FailedEventPage.parse(body)).toMatchObject({
    count: 6,
    next: `${service.origin}${CALLS}?from_date=2026-11-19&page=3&page_size=2&to_date=2026-11-22`,
    previous: `${service.origin}${CALLS}?from_date=2026-11-19&page_size=2&to_date=2026-11-22`,
  })
})

test('a payload is returned byte for byte as it was recorded', async () => {
  const { text } = await service.ask('GET', `${AI_EVENTS}?page_size=1`, { token })
  expect(text).toContain(
    '"request_json":{ "call_id": 9007199254740993, "turn": 24.0, "é": "\\u0000" }}',
  )
})
