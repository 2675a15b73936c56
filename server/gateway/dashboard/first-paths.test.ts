import { expect, test } from 'vitest'
import { firstPaths } from './first-paths.ts'

const pathsOf = (path: string, query = '', isForeign = false) =>
  firstPaths(path, new URLSearchParams(query), { today: '2026-11-24', isForeign })

test.each([
  ['', 'from_date=2026-11-24&to_date=2026-11-25&page=1&page_size=20'],
  ['from=2026-11-01&to=2026-11-07', 'from_date=2026-11-01&to_date=2026-11-08&page=1&page_size=20'],
  ['from=2026-11-01', 'from_date=2026-11-01&to_date=2026-11-02&page=1&page_size=20'],
  ['page=3&size=100', 'from_date=2026-11-24&to_date=2026-11-25&page=3&page_size=100'],
  ['q=acme&event=7', 'from_date=2026-11-24&to_date=2026-11-25&page=1&page_size=20'],
])('the list of "%s" has the path that the dashboard requests', (query, request) => {
  expect(pathsOf('/failed-calls', query)).toEqual([
    `/gateway/events/page?list=call_events_fail&${request}`,
  ])
})

test('AI events are in a list of their own', () => {
  expect(pathsOf('/failed-ai-events')[0]).toMatch(/\?list=transcription_events_fail&/)
})

const TO_DO = [
  '/gateway/events/reading?list=call_events_fail&from_date=2026-11-18&to_date=2026-11-25',
  '/gateway/events/reading?list=transcription_events_fail&from_date=2026-11-18&to_date=2026-11-25',
  expect.stringMatching(/^\/gateway\/events\/groups\?list=call_events_fail&/),
  expect.stringMatching(/^\/gateway\/events\/groups\?list=transcription_events_fail&/),
  '/gateway/receivers/all',
  '/gateway/orders',
  '/gateway/follow-ups',
  '/gateway/replays?page=1&page_size=100',
]

test('the document of Overview has what to do, the counts of its days and what has recovered', () => {
  expect(pathsOf('/')).toEqual([
    ...TO_DO,
    expect.stringMatching(/^\/gateway\/day-counts\?call_events_fail=2026-11-24,2026-11-23,/),
    '/gateway/settled-days?list=call_events_fail&from_date=2026-10-26&to_date=2026-11-25',
    '/gateway/settled-days?list=transcription_events_fail&from_date=2026-10-26&to_date=2026-11-25',
  ])
})

test('another service is not asked for the counts of Overview, but for lists', () => {
  expect(pathsOf('/', '', true)).toEqual(TO_DO)
  expect(pathsOf('/failed-calls', '', true)).toHaveLength(1)
})

test.each([
  ['', 'from_date=2026-11-18&to_date=2026-11-25', '&earlier_from=2026-10-26'],
  ['from=2026-11-20', 'from_date=2026-11-18&to_date=2026-11-25', '&earlier_from=2026-10-26'],
  ['from=2026-10-01&to=2026-11-07', 'from_date=2026-10-01&to_date=2026-11-08', ''],
])(
  'the document of a company’s page with "%s" has what the company misses',
  (query, days, earlier) => {
    const [reading, , groups, , ...others] = pathsOf(
      '/companies/O%27Reilly%20%26%20Co',
      query,
      true,
    )
    expect(reading).toBe(`/gateway/events/reading?list=call_events_fail&${days}`)
    expect(groups).toBe(
      `/gateway/events/groups?list=call_events_fail&${days}&company=O%27Reilly+%26+Co&state=missing&by=receiver&page_size=500${earlier}&sort=-events`,
    )
    expect(others).toEqual(['/gateway/receivers/all', '/gateway/orders', '/gateway/follow-ups'])
  },
)

test('the document of Blocklist has its first page, whatever is shown of it', () => {
  expect(pathsOf('/blocklist', 'context=group', true)).toEqual([
    '/v1/blocklist/?page=1&page_size=100',
  ])
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
  ['/companies/%', ''],
])('the document of %s?%s has no answers', (path, query) => {
  expect(pathsOf(path, query)).toEqual([])
})
