import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FieldMap, STANDARD_FIELDS } from '../../../contract/fields/field-map.ts'
import { UNCONFIRMED_HEADER } from '../../../contract/session.ts'
import { startReceiver, type TestReceiver } from '../../testing/peers/test-receiver.ts'
import { JSON_BODY, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts'
import { type ListUpstream, startListUpstream } from '../replays/testing/list-upstream.ts'
import { RANGE, ReplayClient } from '../replays/testing/replay-client.ts'

/** The fields of a service that calls an event's id pk and its receiver hook. */
const MAP: FieldMap = {
  ...STANDARD_FIELDS,
  item: { ...STANDARD_FIELDS.item, id: 'pk', receiver: 'hook', failed_at: 'created' },
}
const THANDI = `Token ${'a'.repeat(40)}`
const PIETER = `Token ${'b'.repeat(40)}`

let upstream: ListUpstream
let receiver: TestReceiver
let gateway: TestGateway
beforeAll(async () => {
  upstream = await startListUpstream()
  receiver = await startReceiver(200)
})
beforeEach(async () => {
  gateway = await startTestGateway(upstream.url, { receivers: [receiver] })
  upstream.items = [1, 2, 3].map(
    n =>
      `{"pk":9007199254740${990 + n},"hook":"${receiver.url}/${n}","created":1795253400,"request_json":{"call_id": ${n}.0}}`,
  )
  receiver.requests.length = 0
  return () => gateway.close()
})
afterAll(async () => {
  await upstream.close()
  await receiver.close()
})

async function send(method: string, path: string, body?: unknown, authorization = THANDI) {
  const response = await fetch(`${gateway.url}/gateway/${path}`, {
    method,
    headers: { authorization, ...(body !== undefined && JSON_BODY) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
}

const setFields = (change: object, authorization?: string) =>
  send('PUT', 'fields/call_events_fail', { map: MAP, sample: 3, ...change }, authorization)

test('a recognized map applies to all accounts until a person sets the fields', async () => {
  expect((await send('GET', 'fields')).body).toEqual({ results: [] })
  expect((await setFields({ source: 'recognized' })).status).toBe(204)
  expect((await send('GET', 'fields', undefined, PIETER)).body.results).toMatchObject([
    { list: 'call_events_fail', map: MAP, source: 'recognized', sample: 3, who: null },
  ])
  const more = { ...MAP, item: { ...MAP.item, status: 'code' } }
  await setFields({ source: 'recognized', map: more, sample: 2 })
  expect((await send('GET', 'fields')).body.results).toMatchObject([{ map: more, sample: 2 }])
  const corrected = { ...MAP, item: { ...MAP.item, failed_at: null } }
  await setFields({ source: 'person', map: corrected }, PIETER)
  await setFields({ source: 'recognized', sample: 100 })
  const [known] = (await send('GET', 'fields')).body.results
  expect(known).toMatchObject({ map: corrected, source: 'person' })
  expect(known.set_at).toMatch(/\+02:00$/)
})

test('fields that a person set can be reset, and both changes are in the activity log', async () => {
  await setFields({ source: 'person' })
  expect((await send('DELETE', 'fields/call_events_fail')).status).toBe(204)
  expect((await send('GET', 'fields')).body).toEqual({ results: [] })
  const { results } = (await send('GET', 'activity')).body
  expect(results.map(({ kind }: { kind: string }) => kind)).toEqual(['fields_reset', 'fields_set'])
})

test.each([
  [{ map: { ...MAP, item: { ...MAP.item, id: 'a[' } } }],
  [{ map: { ...MAP, item: { ...MAP.item, id: 'x'.repeat(301) } } }],
  [{ map: {} }],
  [{ source: 'file' }],
  [{ sample: -1 }],
])('fields in another shape are refused: %j', async change => {
  expect((await setFields({ source: 'person', ...change })).status).toBe(400)
})

test('a replay finds the event by its id with all digits, and asks before the first replay to a host', async () => {
  await setFields({ source: 'recognized' })
  const one = {
    ...RANGE,
    events: [{ id: '9007199254740993', page: 1, page_size: 20 }],
    start: true,
  }
  const refused = await send('POST', 'replays', one)
  expect(refused.status).toBe(409)
  const host = new URL(receiver.url).host
  expect(refused.headers.get(UNCONFIRMED_HEADER)).toBe(host)
  expect((await send('GET', 'replays')).body.results).toEqual([])

  expect((await send('POST', 'receivers/confirmed', { receivers: [host] })).status).toBe(204)
  const made = await send('POST', 'replays', one)
  expect(made.status).toBe(201)
  const client = new ReplayClient(gateway.url, 'a'.repeat(40))
  await client.settled(made.body.id)
  expect(receiver.requests).toMatchObject([{ path: '/hook/3', body: '{"call_id": 3.0}' }])
  const [item] = await client.items(made.body.id)
  expect(item).toMatchObject({ event_id: '9007199254740993', state: 'delivered' })
  // Each account confirms for itself.
  expect((await send('POST', 'replays', one, PIETER)).status).toBe(409)
})

test('a run waits for the confirmation, also if it was to start automatically', async () => {
  await setFields({ source: 'recognized' })
  const client = new ReplayClient(gateway.url, 'a'.repeat(40))
  const run = await client.prepare({ start: true })
  const host = new URL(receiver.url).host
  expect(run).toMatchObject({ state: 'ready', unconfirmed_hosts: [host] })
  expect((await send('POST', `replays/${run.id}/start`, {})).status).toBe(409)
  await send('POST', 'receivers/confirmed', { receivers: [host] })
  expect((await send('GET', `replays/${run.id}`)).body).toMatchObject({ unconfirmed_hosts: [] })
  await client.change(run.id, 'start')
  await client.settled(run.id)
  expect(receiver.requests.map(({ path }) => path).sort()).toEqual([
    '/hook/1',
    '/hook/2',
    '/hook/3',
  ])
})

test('a receiver that was set for a tracking number needs no confirmation', async () => {
  await setFields({ source: 'recognized' })
  await send('PUT', 'receivers/27105550101', { url: receiver.url })
  const client = new ReplayClient(gateway.url, 'a'.repeat(40))
  const run = await client.prepare()
  await client.change(run.id, 'start')
  await client.settled(run.id)
  expect(receiver.requests).toHaveLength(3)
})

test('the fields of FIELD_MAP take precedence, cannot be changed, and need no confirmation', async () => {
  await gateway.close()
  gateway = await startTestGateway(upstream.url, {
    receivers: [receiver],
    fieldFile: { call_events_fail: MAP },
  })
  expect((await send('GET', 'fields')).body.results).toMatchObject([{ source: 'file', map: MAP }])
  for (const source of ['recognized', 'person']) {
    const refused = await setFields({ source })
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain('FIELD_MAP')
  }
  const client = new ReplayClient(gateway.url, 'a'.repeat(40))
  const run = await client.prepare({ start: true })
  await client.settled(run.id)
  expect(receiver.requests).toHaveLength(3)
})

test('our own service has its own fields', async () => {
  await gateway.close()
  gateway = await startTestGateway(upstream.url, { accountOf: async () => 'partner 1' })
  expect((await setFields({ source: 'person' })).status).toBe(409)
  expect((await send('GET', 'fields')).body).toEqual({ results: [] })
})
