// Long: each test runs replays in front of a foreign service.
import { beforeEach, expect, test } from 'vitest'
import { type FieldMap, STANDARD_FIELDS } from '../../../contract/fields/field-map.ts'
import { UNCONFIRMED_HEADER } from '../../../contract/session.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { startReceiver } from '../../testing/peers/test-receiver.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { JSON_BODY, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts'
import { startListUpstream } from '../replays/testing/list-upstream.ts'
import { RANGE, ReplayClient } from '../replays/testing/replay-client.ts'

/** The fields of a service that calls an event's id pk and its receiver hook. */
const MAP: FieldMap = {
  ...STANDARD_FIELDS,
  item: { ...STANDARD_FIELDS.item, id: 'pk', receiver: 'hook', failed_at: 'created' },
}
const THANDI = `Token ${'a'.repeat(40)}`
const PIETER = `Token ${'b'.repeat(40)}`

let gateway: TestGateway
/** Thandi's. */
let client: ReplayClient
const upstream = await closedAfterAll(startListUpstream())
const receiver = await closedAfterAll(startReceiver(200))
beforeEach(async () => {
  gateway = await startTestGateway(upstream.url, { receivers: [receiver] })
  client = new ReplayClient(gateway.url, 'a'.repeat(40))
  upstream.items = [1, 2, 3].map(
    n =>
      `{"pk":9007199254740${990 + n},"hook":"${receiver.url}/${n}","created":1795253400,"request_json":{"call_id": ${n}.0}}`,
  )
  receiver.requests.length = 0
  return () => gateway.close()
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

const setFields = (map: unknown, authorization?: string) =>
  send('PUT', 'fields/call_events_fail', { map }, authorization)

/** As the dashboard does when it lists events. */
const list = (authorization?: string) =>
  send('GET', `events/page?${new URLSearchParams(RANGE)}`, undefined, authorization)

const fieldsOf = async (authorization?: string) =>
  (await send('GET', 'fields', undefined, authorization)).body.results

test('the gateway recognises the fields of items that it reads with the caller’s token', async () => {
  expect((await send('GET', 'fields')).body.results).toEqual([])
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body.page.results[0]).toMatchObject({ callback_url: `${receiver.url}/1` })
  const [fields] = await fieldsOf()
  expect(fields).toMatchObject({ source: 'recognized', sample: 3, who: null })
  expect(fields.map.item).toMatchObject({ id: 'pk', receiver: 'hook', failed_at: 'created' })
})

test('recognised fields never replace those that a person set', async () => {
  const corrected = { ...MAP, item: { ...MAP.item, failed_at: null } }
  await setFields(corrected)
  await list()
  expect(await fieldsOf()).toMatchObject([{ map: corrected, source: 'person' }])
})

test('another account’s fields are not used, and never redirect a replay', async () => {
  // Thandi's map names a field that the attacker fills, such as a note.
  upstream.items = upstream.items.map(item =>
    item.replace('{', `{"note":"${receiver.url}/attacker",`),
  )
  await setFields({ ...MAP, item: { ...MAP.item, receiver: 'note' } }, THANDI)
  await list(PIETER)
  const [fields] = await fieldsOf(PIETER)
  expect(fields.map.item.receiver).toBe('hook')
  await send('POST', 'receivers/confirmed', { receivers: [new URL(receiver.url).host] }, PIETER)
  const client = new ReplayClient(gateway.url, 'b'.repeat(40))
  const run = await client.prepare()
  await client.replayDraft(run.id)
  expect(receiver.requests.map(({ path }) => path).sort()).toEqual([
    '/hook/1',
    '/hook/2',
    '/hook/3',
  ])
})

test('a change of the fields has an entry in the activity log, and an unchanged map has none', async () => {
  await list()
  await list()
  await setFields(MAP)
  const { results } = (await send('GET', 'activity')).body
  expect(results.map(({ kind }: { kind: string }) => kind)).toEqual([
    'fields_set',
    'fields_recognized',
  ])
})

test('fields are not recognised with a token that may not read the list', async () => {
  upstream.behave((_request, response) => answer(response, 403, { detail: 'No.' }))
  expect(await list()).toMatchObject({ status: 403, body: { detail: 'No.' } })
  expect(await fieldsOf()).toEqual([])
  upstream.behave(upstream.serve)
})

test('fields that a person set can be reset, and both changes are in the activity log', async () => {
  await setFields(MAP)
  expect((await send('DELETE', 'fields/call_events_fail')).status).toBe(204)
  expect((await send('GET', 'fields')).body.results).toEqual([])
  const { results } = (await send('GET', 'activity')).body
  expect(results.map(({ kind }: { kind: string }) => kind)).toEqual(['fields_reset', 'fields_set'])
})

test.each([
  [{ ...MAP, item: { ...MAP.item, id: 'a[' } }],
  [{ ...MAP, item: { ...MAP.item, id: 'x'.repeat(301) } }],
  [{}],
])('fields in another shape are refused: %j', async map => {
  expect((await setFields(map)).status).toBe(400)
})

test('a replay finds the event by its id with all digits, and asks before the first replay to a host', async () => {
  await list()
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
  await client.settled(made.body.id)
  expect(receiver.requests).toMatchObject([{ path: '/hook/3', body: '{"call_id": 3.0}' }])
  const [item] = await client.items(made.body.id)
  expect(item).toMatchObject({ event_id: '9007199254740993', state: 'delivered' })
  // Each account confirms for itself.
  await list(PIETER)
  expect((await send('POST', 'replays', one, PIETER)).status).toBe(409)
})

test('a start that is refused names all hosts to confirm, but no confirmed ones', async () => {
  const hosts = Array.from({ length: 37 }, (_, n) => `crm-${n + 10}.example`)
  upstream.items = hosts.map(
    (host, n) =>
      `{"pk":${n + 1},"hook":"https://${host}/hook","created":1795253400,"request_json":{"call_id": ${n}}}`,
  )
  await list()
  const { id } = await client.prepare()
  const asked = async () =>
    (await send('POST', `replays/${id}/start`, {})).headers.get(UNCONFIRMED_HEADER)?.split(',')
  expect(await asked()).toEqual(hosts)
  await send('POST', 'receivers/confirmed', { receivers: hosts.slice(1) })
  expect(await asked()).toEqual(hosts.slice(0, 1))
})

test('a run waits for the confirmation, also if it was to start automatically', async () => {
  await list()
  const run = await client.prepare({ start: true })
  const host = new URL(receiver.url).host
  expect(run.state).toBe('ready')
  expect((await send('POST', `replays/${run.id}/start`, {})).status).toBe(409)
  await send('POST', 'receivers/confirmed', { receivers: [host] })
  await client.replayDraft(run.id)
  expect(receiver.requests.map(({ path }) => path).sort()).toEqual([
    '/hook/1',
    '/hook/2',
    '/hook/3',
  ])
})

test('a receiver that was set for a tracking number needs no confirmation', async () => {
  await list()
  await send('PUT', 'receivers/27105550101', { url: receiver.url })
  const run = await client.prepare()
  await client.replayDraft(run.id)
  expect(receiver.requests).toHaveLength(3)
})

test('the fields of FIELD_MAP take precedence, cannot be changed, and need no confirmation', async () => {
  await gateway.close()
  gateway = await startTestGateway(upstream.url, {
    receivers: [receiver],
    fieldFile: { call_events_fail: MAP },
  })
  expect((await send('GET', 'fields')).body.results).toMatchObject([{ source: 'file', map: MAP }])
  await list()
  expect(await fieldsOf()).toMatchObject([{ source: 'file', map: MAP }])
  const refused = await setFields(MAP)
  expect(refused.status).toBe(409)
  expect(refused.body.detail).toContain('FIELD_MAP')
  await new ReplayClient(gateway.url, 'a'.repeat(40)).replay()
  expect(receiver.requests).toHaveLength(3)
})

test('our own service has its own fields', async () => {
  await gateway.close()
  gateway = await startTestGateway(upstream.url, { own: {} })
  expect((await setFields(MAP)).status).toBe(409)
  expect((await send('GET', 'fields')).body.results).toEqual([])
})
