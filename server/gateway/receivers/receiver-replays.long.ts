// Long: each test runs replays to receivers that were set.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KnownReceivers, ReceiverHealths, ReceiverOutcomes } from '../../../contract/receiver.ts'
import { ReplayItemPage, ReplayRunDetails } from '../../../contract/replay.ts'
import { startReceiver, type TestReceiver } from '../../testing/peers/test-receiver.ts'
import { answer, startUpstream, type TestUpstream } from '../../testing/peers/test-upstream.ts'
import { JSON_BODY, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts'

const THANDI = { authorization: `Token ${'a'.repeat(40)}` }
const PIETER = { authorization: `Token ${'b'.repeat(40)}` }

let upstream: TestUpstream
let named: TestReceiver
let chosen: TestReceiver
let gateway: TestGateway
let items: object[] = []

beforeAll(async () => {
  named = await startReceiver()
  chosen = await startReceiver()
  upstream = await startUpstream((_request, response) =>
    answer(response, 200, { count: items.length, next: null, previous: null, results: items }),
  )
  gateway = await startTestGateway(upstream.url, { receivers: [named, chosen] })
})
afterAll(async () => {
  await gateway.close()
  await upstream.close()
  await named.close()
  await chosen.close()
})

const ask = async (method: string, path: string, body?: object, who = THANDI) => {
  const headers = { ...who, ...(body && JSON_BODY) }
  const init = { method, headers, body: body && JSON.stringify(body) }
  const text = await (await fetch(`${gateway.url}${path}`, init)).text()
  return text === '' ? null : JSON.parse(text)
}

/** The results of a run of these events, by their ids. */
const replay = async (...listed: { id: number; [field: string]: unknown }[]) => {
  items = listed
  const { id } = await ask('POST', '/gateway/replays', {
    list: 'call_events_fail',
    from_date: '2026-11-21',
    to_date: '2026-11-22',
    start: true,
    include_delivered: true,
    events: listed.map(event => ({ id: String(event.id) })),
  })
  const run = () => ask('GET', `/gateway/replays/${id}`)
  await expect.poll(run, { timeout: 10_000 }).toMatchObject({ state: 'finished' })
  const page = ReplayItemPage.parse(await ask('GET', `/gateway/replays/${id}/items`))
  return {
    details: ReplayRunDetails.parse(await run()),
    items: new Map(page.results.map(item => [item.event_id, item])),
  }
}
const event = (id: number, tracking_number: unknown, callback_url?: string | null) => ({
  id,
  callback_url,
  request_json: { call_id: id, tracking_number },
})
const setReceiver = (number: string, url: string) =>
  ask('PUT', `/gateway/receivers/${encodeURIComponent(number)}`, { url })

test('an event without a receiver goes to the receiver that is set for its tracking number', async () => {
  await setReceiver('+27 21 555 0100', chosen.url)
  chosen.requests.length = 0
  named.requests.length = 0
  const { items } = await replay(
    event(1, '27215550100'),
    event(2, '+27 (21) 555-0100', null),
    event(3, 27215550100, ''),
    event(4, '27215550100', named.url),
  )
  expect([...items.values()].map(item => item.state)).toEqual(Array(4).fill('delivered'))
  expect(items.get('1')?.receiver_url).toBe(chosen.url)
  expect(chosen.requests.map(({ headers }) => headers['webhook-id']).sort()).toEqual([
    '1',
    '2',
    '3',
  ])
  // The event's own receiver takes precedence.
  expect(named.requests.map(({ headers }) => headers['webhook-id'])).toEqual(['4'])
  await ask('DELETE', '/gateway/receivers/27215550100')
})

test('a number without its country code has the setting of the same number with it', async () => {
  await setReceiver('010 555 0142', chosen.url)
  const { items } = await replay(event(5, '+27 10 555 0142'), event(6, '(010) 555 0142'))
  expect([...items.values()].map(item => item.receiver_url)).toEqual([chosen.url, chosen.url])
  // The same form takes precedence.
  await setReceiver('27105550142', named.url)
  const both = await replay(event(7, '27105550142'), event(8, '0105550142'))
  expect(both.items.get('7')?.receiver_url).toBe(named.url)
  expect(both.items.get('8')?.receiver_url).toBe(chosen.url)
  await ask('DELETE', '/gateway/receivers/0105550142')
  await ask('DELETE', '/gateway/receivers/27105550142')
})

test('an event whose tracking number has no receiver is skipped, with a note where to set one', async () => {
  await setReceiver('27215550100', chosen.url)
  await ask('PUT', '/gateway/receivers/27215550199', { url: chosen.url }, PIETER)
  chosen.requests.length = 0
  const { details, items } = await replay(event(11, '27215550199'), event(12, undefined))
  expect(items.get('11')).toMatchObject({
    state: 'skipped',
    receiver_url: null,
    reason: expect.stringMatching(/names no receiver.*tracking number in Settings/),
  })
  expect(items.get('12')?.reason).toMatch(/neither a receiver nor a tracking number/)
  expect(details.counts).toMatchObject({ skipped: 2, delivered: 0 })
  expect(chosen.requests).toEqual([])
})

test('a tracking number that the database cannot store does not prevent the other events', async () => {
  const { items } = await replay(event(31, '27\0', null), event(32, '27105550142', named.url))
  expect(items.get('31')?.state).toBe('skipped')
  expect(items.get('32')?.state).toBe('delivered')
})

test('an event whose receiver is not a web address does not prevent the other events', async () => {
  const odd = ['javascript:alert(1)', 'mailto:calls@acme.example', 'no address', '\ud800']
  const { items } = await replay(
    ...odd.map((url, index) => event(41 + index, undefined, url)),
    event(49, undefined, named.url),
  )
  expect(items.get('49')?.state).toBe('delivered')
  expect([41, 42, 43, 44].map(id => items.get(String(id))?.state)).toEqual(
    Array(4).fill('failed_again'),
  )
  expect(items.get('41')?.attempts[0]?.error).toMatch(/must begin with https/)
})

test("a receiver's outcomes are the account's replays to it, newest first", async () => {
  const fresh = await startReceiver(500)
  const front = await startTestGateway(upstream.url, { receivers: [fresh] })
  const outer = gateway
  gateway = front
  const read = async (receiver: string, who = THANDI) =>
    ReceiverOutcomes.parse(
      await ask('GET', `/gateway/receivers/outcomes?receiver=${receiver}`, undefined, who),
    )
  const name = `${fresh.exception}/hook`
  expect(await read(name)).toEqual({
    receiver: name,
    last_delivery: null,
    last_failure: null,
    works_since: null,
    last_24_hours: { delivered: 0, failed: 0 },
    last_7_days: { delivered: 0, failed: 0 },
    recent: [],
  })

  await replay(event(21, null, fresh.url))
  fresh.behave(200)
  await replay(event(21, null, fresh.url), event(22, '27105550142', fresh.url))
  const outcomes = await read(name)
  expect(outcomes).toMatchObject({
    receiver: name,
    last_24_hours: { delivered: 2, failed: 1 },
    last_7_days: { delivered: 2, failed: 1 },
  })
  expect(outcomes.recent).toHaveLength(3)
  expect(new Set(outcomes.recent.map(({ run_id }) => run_id)).size).toBe(2)
  expect(outcomes.recent.find(({ event_id }) => event_id === '22')?.call).toEqual({
    company: null,
    caller_number: null,
    tracking_number: '27105550142',
    at: null,
  })
  expect(outcomes.recent[2]).toMatchObject({
    list: 'call_events_fail',
    event_id: '21',
    call: null,
    delivered: false,
    status: 500,
    error: expect.stringContaining('500'),
  })
  expect(outcomes.recent[0]).toMatchObject({ delivered: true, status: 200, error: null })
  expect((await read(name, PIETER)).recent).toEqual([])
  expect((await read('other.example')).recent).toEqual([])

  gateway = outer
  await front.close()
  await fresh.close()
})

test('customers who share a host are separate receivers by their paths, whatever the query', async () => {
  const shared = await startReceiver(500)
  const front = await startTestGateway(upstream.url, { receivers: [shared] })
  const outer = gateway
  gateway = front
  const outcomesOf = async (path: string) => {
    const receiver = encodeURIComponent(`${shared.exception}${path}`)
    const answered = await ask('GET', `/gateway/receivers/outcomes?receiver=${receiver}`)
    return ReceiverOutcomes.parse(answered)
  }
  const to = (path: string) => `https://${shared.exception}${path}`

  const { details } = await replay(
    event(51, null, to('/acme')),
    event(52, null, to('/acme/?call=52')),
    event(53, null, to('/bela')),
  )
  expect(details.receivers.map(({ receiver, counts }) => [receiver, counts.failed_again])).toEqual([
    [`${shared.exception}/acme`, 2],
    [`${shared.exception}/bela`, 1],
  ])
  const failed = await outcomesOf('/acme')
  expect(failed).toMatchObject({ last_delivery: null, works_since: null })
  expect(failed.last_failure).toBe(failed.recent[0]?.at)

  shared.behave(200)
  await replay(event(51, null, to('/acme')))
  await replay(event(52, null, to('/acme/?call=52')))
  const recovered = await outcomesOf('/acme')
  expect(recovered.last_24_hours).toEqual({ delivered: 2, failed: 2 })
  expect(recovered.last_failure).toBe(failed.last_failure)
  expect(recovered.last_delivery).toBe(recovered.recent[0]?.at)
  expect(recovered.works_since).toBe(recovered.recent[1]?.at)
  expect((await outcomesOf('/bela')).works_since).toBeNull()
  const query = new URLSearchParams(
    ['/acme', '/bela', '/nobody'].map(path => ['receiver', `${shared.exception}${path}`]),
  )
  const { results } = ReceiverHealths.parse(await ask('GET', `/gateway/receivers/health?${query}`))
  expect(new Map(results.map(health => [health.receiver, health.works_since]))).toEqual(
    new Map([
      [`${shared.exception}/acme`, recovered.works_since],
      [`${shared.exception}/bela`, null],
    ]),
  )
  const known = KnownReceivers.parse(await ask('GET', '/gateway/receivers/all'))
  expect(known.results.map(({ receiver, state }) => [receiver, state])).toEqual([
    [`${shared.exception}/bela`, 'down'],
    [`${shared.exception}/acme`, 'recovered'],
  ])
  expect(await ask('GET', '/gateway/receivers/all', undefined, PIETER)).toEqual({ results: [] })
  expect((await outcomesOf('')).recent).toEqual([])

  gateway = outer
  await front.close()
  await shared.close()
})
