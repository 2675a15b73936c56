// Long: events are sought on a hundred pages.
import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { answer } from '../../../testing/peers/test-upstream.ts'
import { JSON_BODY } from '../../../testing/test-gateway.ts'
import { failedCall, idsDownFrom } from '../testing/list-upstream.ts'
import { RANGE } from '../testing/replay-client.ts'
import { replaysOfFile } from '../testing/start-replays.ts'

const item = (id: number | string) => failedCall(id, 'https://127.0.0.1/hook')
/** Newest first: from `last` down to 1. */
const itemsDownFrom = (last: number) => idsDownFrom(last).map(item)

const { upstream, gateway, thandi: client, client: clientOf } = await replaysOfFile()

/** A service that lists one event per page and never ends: each request adds a page. */
function listWithoutEnd() {
  let asked = 0
  upstream.behave((_request, response) => {
    asked += 1
    const next = `"http://10.0.0.1/?page=${asked + 1}"`
    const text = `{"count":500000,"next":${next},"previous":null,"results":[${item(1_000_000 + asked)}]}`
    answer(response, 200, text)
  })
  return () => asked
}

test('the search for one missing event stops after a hundred pages and gives the reason', async () => {
  const asked = listWithoutEnd()
  const run = await client.prepare({ events: [{ id: '4711' }] })
  expect(asked()).toBe(100)
  expect(run).toMatchObject({ state: 'ready', counts: { skipped: 1 } })
  expect(run.causes[0]?.cause).toMatch(/^Redial did not find this event on 100 pages of the list/)
})

test('a run of two missing events stops after some pages and gives the reason', async () => {
  const asked = listWithoutEnd()
  const run = await client.prepare({ events: [{ id: '4711' }, { id: '4712' }] })
  expect(asked()).toBe(220)
  expect(run).toMatchObject({ state: 'ready', counts: { skipped: 2 } })
  expect(run.causes[0]?.cause).toMatch(/did not find this event and stopped looking/)
})

test('an event that new failures pushed on is found on the pages after its own, without reading from the first', async () => {
  upstream.items = itemsDownFrom(1_000)
  const named = ['150', '149'].map(id => ({ id, page: 7, page_size: 100 }))
  const { id } = await client.prepare({ events: named })
  expect((await client.run(id)).counts).toMatchObject({ prepared: 2 })
  const pages = upstream.requests.map(({ query }) => query.get('page'))
  expect(pages).toEqual(['7', '8', '9'])
})

test('the search for an event stops when the caller has hung up', async () => {
  const hungUp = new AbortController()
  const closed = Promise.withResolvers<void>()
  upstream.behave((request, response) => {
    if (request.query.get('page') !== '2') return upstream.serve(request, response)
    // The gateway ends its own request as soon as it notices that the caller has gone.
    response.on('close', closed.resolve)
    hungUp.abort()
  })
  upstream.items = itemsDownFrom(1_000)
  const before = await client.get('replays')
  const asking = fetch(`${gateway.url}/gateway/replays`, {
    method: 'POST',
    headers: { authorization: `Token ${'a'.repeat(40)}`, ...JSON_BODY },
    body: JSON.stringify({ ...RANGE, events: [{ id: '4711' }] }),
    signal: hungUp.signal,
  })
  await expect(asking).rejects.toThrow()
  await closed.promise
  upstream.behave(upstream.serve)
  // The next search is answered, and nobody requested a third page in between.
  await client.prepare({ events: [{ id: '1000' }] })
  expect(upstream.requests.map(({ query }) => query.get('page'))).toEqual(['1', '1', '2', '1'])
  expect((await client.get('replays')).body).toMatchObject({
    count: (before.body as { count: number }).count + 1,
  })
})

test('a replay is sent although its caller has hung up, if the event is still on its page', async () => {
  const closed = Promise.withResolvers<void>()
  gateway.app.server.once('connection', socket => socket.once('close', () => closed.resolve()))
  const asking = httpRequest(`${gateway.url}/gateway/replays`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Token ${'b'.repeat(40)}`, ...JSON_BODY },
  })
  const gone = new Promise<unknown>(resolve => asking.on('error', resolve))
  upstream.items = itemsDownFrom(10)
  upstream.behave(async (request, response) => {
    asking.destroy()
    await closed.promise
    upstream.serve(request, response)
  })
  asking.end(JSON.stringify({ ...RANGE, events: [{ id: '7' }], start: true }))
  await gone
  const caller = clientOf('b'.repeat(40))
  await eventually(async () => {
    const results = await caller.runs()
    return results.length === 1 && results[0]?.started_at !== null
  })
})

test('a run may name 50,000 events by ids of 40 characters, and no request may exceed 4 MiB', async () => {
  upstream.behave(() => {})
  const named = (length: number) =>
    Array.from({ length }, (_, at) => ({
      id: `content-${String(at).padStart(32, '0')}`,
      page: Math.floor(at / 25) + 1,
      page_size: 25,
    }))
  const taken = await client.post('replays', { ...RANGE, events: named(50_000) })
  expect(taken).toMatchObject({ status: 201, body: { read: { found: 0, of: 50_000 } } })
  const refused = await client.post('replays', { ...RANGE, events: named(60_000) })
  expect(refused).toEqual({
    status: 413,
    body: { detail: 'The request is too large. Send it in several parts.' },
  })
})
