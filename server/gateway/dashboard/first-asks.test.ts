import { expect, test } from 'vitest'
import { firstAsks } from './first-asks.ts'

const asked = (path: string, query = '') =>
  firstAsks(path, new URLSearchParams(query), '2026-11-24')

test.each([
  ['', 'from_date=2026-11-24&to_date=2026-11-25&page=1&page_size=20'],
  ['from=2026-11-01&to=2026-11-07', 'from_date=2026-11-01&to_date=2026-11-08&page=1&page_size=20'],
  ['from=2026-11-01', 'from_date=2026-11-01&to_date=2026-11-02&page=1&page_size=20'],
  ['page=3&size=100', 'from_date=2026-11-24&to_date=2026-11-25&page=3&page_size=100'],
  ['q=acme&event=7', 'from_date=2026-11-24&to_date=2026-11-25&page=1&page_size=20'],
])('the list of "%s" is asked for as the dashboard asks', (query, request) => {
  expect(asked('/failed-calls', query)).toEqual({
    brought: [`/gateway/events/page?list=call_events_fail&${request}`],
    asked: [],
  })
})

test('AI events are in a list of their own', () => {
  expect(asked('/failed-ai-events').brought[0]).toMatch(/\?list=transcription_events_fail&/)
})

test('Overview asks for the counts of its days and for what has recovered', () => {
  expect(asked('/').brought).toEqual([
    expect.stringMatching(/^\/gateway\/day-counts\?call_events_fail=2026-11-24,2026-11-23,/),
    '/gateway/settled-days?list=call_events_fail&from_date=2026-10-26&to_date=2026-11-25',
    '/gateway/settled-days?list=transcription_events_fail&from_date=2026-10-26&to_date=2026-11-25',
  ])
})

test('Overview asks for its other cards meanwhile', () => {
  expect(asked('/').asked).toEqual([
    '/gateway/replays?page=1&page_size=100',
    '/v1/blocklist/?page=1&page_size=100',
  ])
})

test('the first page of the blocklist is asked for as the dashboard asks', () => {
  expect(asked('/blocklist', 'context=group')).toEqual({
    brought: [],
    asked: ['/v1/blocklist/?page=1&page_size=100'],
  })
})

test.each([
  ['/failed-calls', 'view=all'],
  ['/failed-calls', 'from=2026-11-08&to=2026-11-07'],
  ['/failed-calls', 'from=yesterday'],
  ['/failed-calls', 'from=9999-12-31&to=9999-12-31'],
  ['/failed-calls', 'page=2&cursor=cursor%3D1'],
  ['/failed-calls', 'page=-1'],
  ['/failed-calls', 'size=30'],
  ['/settings', ''],
])('of %s?%s nothing is asked ahead', (path, query) => {
  expect(asked(path, query)).toEqual({ brought: [], asked: [] })
})
