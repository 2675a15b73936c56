import { describe, expect, test } from 'vitest'
import type { EventPageAnswer } from '../../../../contract/event-page.ts'
import { gatewayAndUpstream, TOKEN } from '../../../testing/gateway-and-upstream.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { addRows, rowsOf } from '../../../testing/rows.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { signIn } from '../../../testing/test-gateway.ts'

const database = await openTestDatabase()
const both = gatewayAndUpstream({ database })

const DAY = { list: 'call_events_fail', from_date: '2026-11-21', to_date: '2026-11-22' }

async function pageOf(more: Record<string, string> = {}) {
  const cookie = await signIn(both.gateway, { token: TOKEN })
  const path = `/gateway/events/page?${new URLSearchParams({ ...DAY, ...more })}`
  const response = await fetch(both.url(path), { headers: { cookie } })
  return { response, text: await response.text() }
}

async function listed(more: Record<string, string> = {}): Promise<EventPageAnswer> {
  const { response, text } = await pageOf(more)
  expect(response.status).toBe(200)
  return JSON.parse(text)
}

const lists = (body: string | object) =>
  both.upstream.behave((_, response) => answer(response, 200, body))

/** A test of the other list may leave a reading of it behind. */
const requestedPages = () =>
  both.upstream.requests.flatMap(({ url }) => (url?.includes('/call_events_fail/') ? [url] : []))

test('a page is the service’s answer to one request, in the terms of the interface', async () => {
  const items = [7, 8, 9].map(
    id => `{"id": ${id}, "hook": "https://a.example/x", "request_json": {"cost": 1.0}}`,
  )
  const text = `{"count": 21, "next": "?page=3", "results": [${items}]}`
  lists(text)
  const { page, text: whole } = await listed({ page: '2', page_size: '20' })
  expect(page).toMatchObject({
    count: 21,
    results: [{ id: '7', callback_url: 'https://a.example/x' }, { id: '8' }, { id: '9' }],
  })
  expect(whole).toBe(text)
  expect(requestedPages()).toEqual([
    '/v1/call_events_fail/?page=2&from_date=2026-11-21&to_date=2026-11-22&page_size=20',
  ])
})

test('a page proves that its token may read the copy of the list', async () => {
  const list = 'transcription_events_fail'
  lists({ count: 1, next: null, previous: null, results: [{ id: 7 }] })
  await listed({ list })
  const cookie = await signIn(both.gateway, { token: TOKEN })
  const copy = both.url(`/gateway/events?${new URLSearchParams({ ...DAY, list })}`)
  expect((await fetch(copy, { headers: { cookie } })).status).toBe(200)
  expect(both.upstream.proofs.filter(({ url }) => url?.includes(list))).toEqual([])
})

test('a page has at most 100 events', async () => {
  lists([])
  await listed({ page_size: '1000000' })
  expect(requestedPages()).toEqual([
    '/v1/call_events_fail/?page=1&from_date=2026-11-21&to_date=2026-11-22&page_size=100',
  ])
})

test('a page that is reached by a cursor is requested by it', async () => {
  lists({ next: '?cursor=next', previous: null, results: [{ id: 7 }] })
  const { page } = await listed({ page: '3', cursor: 'cursor=this', page_size: '50' })
  expect(page?.next).toEqual({ page: 4, cursor: 'cursor=next' })
  expect(requestedPages()).toEqual([
    '/v1/call_events_fail/?cursor=this&from_date=2026-11-21&to_date=2026-11-22&page_size=50',
  ])
})

test('events come with what has become of them on the account', async () => {
  await signIn(both.gateway, { token: TOKEN })
  const [{ service = '', account = '' } = {}] = await rowsOf(database.db, 'session')
  const mark = { service, list: 'call_events_fail', handled_at: new Date() } as const
  await addRows(
    database.db,
    'event_state',
    { ...mark, account, event_id: '7' },
    { ...mark, account: 'another', event_id: '8' },
  )
  lists([7, 8].map(id => ({ id, request_json: {} })))
  const { page } = await listed()
  expect(page?.states.results).toMatchObject([{ event_id: '7', state: 'handled' }])
})

test('columns that no field of a foreign service can fill are named', async () => {
  lists([
    {
      id: 7,
      request_json: { caller_number: '27821230001', call_end_stamp: '2026-11-21T09:00:00Z' },
    },
  ])
  expect((await listed()).page?.missing_columns).toEqual(
    expect.arrayContaining(['cause', 'receiver', 'call_id']),
  )
})

test.each([
  ['no time', {}, true],
  ['a time that can’t be read', { failed_at: 'Saturday morning' }, false],
])('the column of times is missing: %s', async (_what, time, isMissing) => {
  lists([{ id: 7, ...time, request_json: {} }])
  expect((await listed()).page?.missing_columns.includes('failed_at')).toBe(isMissing)
})

describe('what the service answers instead of a list is passed on', () => {
  test('a refusal, with its wait', async () => {
    const body = '{"detail":"Slow down."}'
    both.upstream.behave((_, response) => {
      answer(response.setHeader('retry-after', '7'), 429, body)
    })
    const { response, text } = await pageOf()
    const wait = response.headers.get('retry-after')
    expect([response.status, wait, text]).toEqual([429, '7', body])
  })

  test('an error without a body', async () => {
    both.upstream.behave((_, response) => {
      response.writeHead(403, { 'content-length': '0' }).end()
    })
    const { response, text } = await pageOf()
    expect([response.status, text]).toEqual([403, ''])
  })

  test('anything else than a list, as its text', async () => {
    lists('{"detail":"Maintenance."}')
    expect(await listed()).toEqual({ page: null, text: '{"detail":"Maintenance."}' })
  })

  test('a web page, as an error', async () => {
    both.upstream.behave((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sign in</title>')
    })
    const { response, text } = await pageOf()
    expect([response.status, text]).toEqual([502, expect.stringContaining('“Sign in”')])
  })

  test('a 401 ends the session', async () => {
    const refuses = (_: unknown, response: Parameters<typeof answer>[0]) =>
      answer(response, 401, { detail: 'Invalid token.' })
    const cookie = await signIn(both.gateway, { token: TOKEN })
    both.upstream.behave(refuses)
    both.upstream.prove(refuses)
    const path = `/gateway/events/page?${new URLSearchParams(DAY)}`
    const statusOf = async (url: string) =>
      (await fetch(both.url(url), { headers: { cookie } })).status
    expect(await statusOf(path)).toBe(401)
    expect(await statusOf('/gateway/fields')).toBe(401)
  })
})
