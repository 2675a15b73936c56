import { expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addPartner, openTestService } from '../../testing/test-service.ts'

/* docs/wire-format.md, "Pages". Where versions differ, this follows 3.18, except for an empty `page`. */

const REFERENCES = Array.from(
  { length: 45 },
  (_, index) => `C-${String(index + 1).padStart(2, '0')}`,
)

const PAGES: [
  query: string,
  rows: [first: string, count: number],
  next: string | null,
  previous: string | null,
][] = [
  ['', ['C-01', 20], '?page=2', null],
  ['?page=1', ['C-01', 20], '?page=2', null],
  ['?page=2', ['C-21', 20], '?page=3', ''],
  ['?page=3', ['C-41', 5], null, '?page=2'],
  ['?page=last', ['C-41', 5], null, '?page=2'],
  ['?page_size=0', ['C-01', 20], '?page=2&page_size=0', null],
  ['?page_size=-1', ['C-01', 20], '?page=2&page_size=-1', null],
  ['?page_size=abc', ['C-01', 20], '?page=2&page_size=abc', null],
  ['?page_size=', ['C-01', 20], '?page=2&page_size=', null],
  ['?page_size=1000', ['C-01', 45], null, null],
  ['?page_size=5&page=2', ['C-06', 5], '?page=3&page_size=5', '?page_size=5'],
  ['?z=1&page=2&a=x%20y&a=0', ['C-21', 20], '?a=x+y&a=0&page=3&z=1', '?a=x+y&a=0&z=1'],
  ['?page=1&page=2', ['C-21', 20], '?page=3', ''],
]

const NO_PAGES = ['', '0', '-1', 'abc', '2.0', '4', '1e0', '99999999999999999999']

const service = await closedAfterAll(openTestService())
const { token } = await addPartner(service.database, 'P-1', { companies: REFERENCES })

test.each(PAGES)('GET /v2/company/%s', async (query, [first, rows], next, previous) => {
  const { status, body } = await service.ask('GET', `/v2/company/${query}`, { token })
  const link = (search: string | null) =>
    search === null ? null : `${service.origin}/v2/company/${search}`
  expect(status).toBe(200)
  expect(body).toMatchObject({ count: 45, next: link(next), previous: link(previous) })
  expect(body).toHaveProperty('results.0.reference', first)
  expect(body).toHaveProperty('results.length', rows)
})

test.each(NO_PAGES)('page=%s is a 404', async page => {
  const answer = await service.ask('GET', `/v2/company/?page=${page}`, { token })
  expect(answer).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } })
})

test('without rows, page 1 is empty and page 2 a 404', async () => {
  const empty = { count: 0, next: null, previous: null, results: [] }
  for (const query of ['', '?page=1', '?page=last']) {
    const answer = await service.ask('GET', `/v2/contact/${query}`, { token })
    expect(answer).toMatchObject({ status: 200, body: empty })
  }
  const beyond = await service.ask('GET', '/v2/contact/?page=2', { token })
  expect(beyond).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } })
})

test('a page never has more than 100 items, and the links still contain the requested size', async () => {
  const { token } = await addPartner(service.database, 'P-LARGE', {
    companies: Array.from({ length: 101 }, (_, index) => `L-${index}`),
  })
  const { body } = await service.ask('GET', '/v2/company/?page_size=1000', { token })
  expect(body).toMatchObject({ next: `${service.origin}/v2/company/?page=2&page_size=1000` })
  expect(body).toHaveProperty('results.length', 100)
})

test('links use the host that the proxy in front was asked for', async () => {
  const headers = { 'X-Forwarded-Host': 'redial.example:8443', 'X-Forwarded-Proto': 'https' }
  const { body } = await service.ask('GET', '/v2/company/', { token, headers })
  expect(body).toMatchObject({ next: 'https://redial.example:8443/v2/company/?page=2' })
})
