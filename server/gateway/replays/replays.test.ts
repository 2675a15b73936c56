import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReplayItemPage, type ReplayRun, ReplayRunDetails } from '../../../contract/replay.ts'
import { startReceiver, type TestReceiver } from '../../testing/peers/test-receiver.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { JSON_BODY, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts'
import { type ListUpstream, startListUpstream } from './testing/list-upstream.ts'

const THANDI = { authorization: `Token ${'a'.repeat(40)}` }
const PIETER = { authorization: `Token ${'b'.repeat(40)}` }
const RANGE = { list: 'call_events_fail', from_date: '2026-11-21', to_date: '2026-11-22' }

let upstream: ListUpstream
let receiver: TestReceiver
let gateway: TestGateway

beforeAll(async () => {
  receiver = await startReceiver((_, response) => void response.end('{"received":true}'))
  upstream = await startListUpstream()
  gateway = await startTestGateway(upstream.url, { receivers: [receiver] })
})
afterAll(async () => {
  await gateway.close()
  await upstream.close()
  await receiver.close()
})

const item = (id: number, payload = '{"call_id":1}', callback_url: string | null = receiver.url) =>
  JSON.stringify({ id, callback_url, request_json: 0 }).replace(/0}$/, `${payload}}`)

const replay = async (event: object, who = THANDI) => {
  const response = await fetch(`${gateway.url}/gateway/replays`, {
    method: 'POST',
    headers: { ...JSON_BODY, ...who },
    body: JSON.stringify({ ...RANGE, start: true, include_delivered: true, events: [event] }),
  })
  return { status: response.status, body: await response.json() }
}
const read = async (path: string, who = THANDI) => {
  const response = await fetch(`${gateway.url}${path}`, { headers: who })
  return { status: response.status, body: await response.json() }
}
const settled = (run: ReplayRun) =>
  expect
    .poll(async () => (await read(`/gateway/replays/${run.id}`)).body, { timeout: 10_000 })
    .toMatchObject({ state: 'finished', finished_at: expect.any(String) })
    .then(async () => {
      const { body } = await read(`/gateway/replays/${run.id}`)
      const items = ReplayItemPage.parse((await read(`/gateway/replays/${run.id}/items`)).body)
      return { ...ReplayRunDetails.parse(body), items: items.results }
    })

test('an event is delivered if the receiver answers 200, byte for byte, with the same id', async () => {
  const payload = '{ "call_id": 9007199254740993, "name": "M\\u00fcller",  "rate": 1.0 }'
  upstream.items = [item(12), item(11, payload)]
  receiver.requests.length = 0
  const { status, body } = await replay({ id: '11' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ list: 'call_events_fail', finished_at: null, who: null })
  const run = await settled(body)
  expect(run.counts).toEqual({
    prepared: 0,
    queued: 0,
    sending: 0,
    delivered: 1,
    failed_again: 0,
    skipped: 0,
  })
  expect(run.items[0]).toMatchObject({
    event_id: '11',
    state: 'delivered',
    receiver_url: receiver.url,
    attempts: [{ status: 200, error: null, answer: '{"received":true}' }],
  })
  expect(receiver.requests).toHaveLength(1)
  expect(receiver.requests[0]?.body).toBe(payload)
  expect(receiver.requests[0]?.headers['webhook-id']).toBe('11')
})

test('an id may be given as the list has it, also as a number', async () => {
  upstream.items = [item(13)]
  const { status, body } = await replay({ id: 13 })
  expect(status).toBe(201)
  expect((await settled(body)).items[0]).toMatchObject({ event_id: '13', state: 'delivered' })
  for (const id of [1.5, null, {}]) {
    expect(await replay({ id })).toMatchObject({
      status: 400,
      body: { events: [expect.stringContaining('by their ids')] },
    })
  }
  // It has lost digits on its way: as text it would have kept them.
  expect(await replay({ id: 2 ** 60 })).toMatchObject({
    status: 400,
    body: { events: { 0: { id: [expect.stringContaining('less than or equal to')] } } },
  })
})

test('the payloads of a run are what it sends, and only its account gets them', async () => {
  const payload = '{ "call_id": 9007199254740993, "rate": 1.0 }'
  upstream.items = [item(15, payload), item(14)]
  const { body } = await replay({ id: '15' })
  const path = `/gateway/replays/${body.id}/payloads?event_id=15&event_id=14`
  await settled(body)
  expect(await read(path)).toEqual({
    status: 200,
    body: { results: [{ event_id: '15', payload }] },
  })
  expect((await read(path, PIETER)).body).toEqual({ results: [] })
  expect((await read(`${path}${'&event_id=1'.repeat(9)}`)).status).toBe(400)
})

test('any other answer is a failure', async () => {
  upstream.items = [item(21)]
  receiver.behave(204)
  const run = await settled((await replay({ id: '21' })).body)
  receiver.behave(200)
  expect(run.items[0]).toMatchObject({
    state: 'failed_again',
    attempts: [{ status: 204, error: expect.stringContaining('204') }],
  })
})

test('an event that moved to another page since it was listed is found', async () => {
  upstream.items = Array.from({ length: 10 }, (_, index) => item(300 + index))
  const later = await settled((await replay({ id: '309', page: 2, page_size: 3 })).body)
  expect(later.items[0]?.state).toBe('delivered')
  const earlier = await settled((await replay({ id: '300', page: 3, page_size: 3 })).body)
  expect(earlier.items[0]?.state).toBe('delivered')
  const fromPageThatIsGone = await settled(
    (await replay({ id: '301', page: 9, page_size: 3 })).body,
  )
  expect(fromPageThatIsGone.items[0]?.state).toBe('delivered')
})

test('of ids that differ only beyond the precision of a JavaScript number, the right one is sent', async () => {
  const withId = (id: string) => item(0, `{"call_id":${id}}`).replace('"id":0', `"id":${id}`)
  upstream.items = ['9007199254740993', '9007199254740992', '1000000000000000000001'].map(withId)
  for (const id of ['9007199254740992', '9007199254740993', '1000000000000000000001']) {
    receiver.requests.length = 0
    const run = await settled((await replay({ id })).body)
    expect(run.items[0]).toMatchObject({ event_id: id, state: 'delivered' })
    expect(receiver.requests[0]?.body).toBe(`{"call_id":${id}}`)
  }
})

test.each(['é中', 'line\nbreak', 'a b'])(
  'an event whose id a header cannot contain is still sent: %j',
  async id => {
    upstream.items = [item(0).replace('"id":0', `"id":${JSON.stringify(id)}`)]
    receiver.requests.length = 0
    const run = await settled((await replay({ id })).body)
    expect(run.items[0]?.state).toBe('delivered')
    const sent = String(receiver.requests[0]?.headers['webhook-id'])
    expect(decodeURIComponent(sent)).toBe(id.toWellFormed())
  },
)

test.each(['', 'a\0b', 'x'.repeat(501)])('an id that cannot be stored is a 400: %j', async id => {
  const { status, body } = await replay({ id })
  expect([status, Object.keys(body)]).toEqual([400, ['events']])
  const query = new URLSearchParams({ list: 'call_events_fail', event_id: id })
  expect((await read(`/gateway/replay-items?${query}`)).status).toBe(400)
})

test('an event that is no longer listed is skipped with that reason', async () => {
  upstream.items = [item(41)]
  const { status, body } = await replay({ id: '42' })
  expect(status).toBe(201)
  expect(body.counts.skipped).toBe(1)
  expect(body.finished_at).toEqual(expect.any(String))
  expect((await settled(body)).causes).toEqual([
    { state: 'skipped', cause: expect.stringContaining('does not list this event'), count: 1 },
  ])
})

test('an event that names no receiver is skipped', async () => {
  upstream.items = [item(51, '{}', null)]
  const { body } = await replay({ id: '51' })
  const [skipped] = (await settled(body)).items
  expect(skipped).toMatchObject({ state: 'skipped', reason: expect.stringContaining('receiver') })
})

test('an event has one replay in flight, whoever clicks', async () => {
  upstream.items = [item(61)]
  receiver.requests.length = 0
  const answering = Promise.withResolvers<void>()
  receiver.behave(async (_, response) => {
    await answering.promise
    response.writeHead(200).end()
  })
  const answers = await Promise.all([
    replay({ id: '61' }),
    replay({ id: '61' }, PIETER),
    replay({ id: '61' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  answering.resolve()
  const started = answers.find(({ status }) => status === 201)
  const [reader] = [THANDI, PIETER].filter((_, index) => answers[index] === started)
  await expect
    .poll(() => read(`/gateway/replays/${started?.body.id}`, reader ?? THANDI), {
      timeout: 10_000,
    })
    .toMatchObject({ body: { counts: { delivered: 1 } } })
  expect(receiver.requests).toHaveLength(1)
  receiver.behave(200)
  expect((await replay({ id: '61' })).status).toBe(201)
})

test('the latest replay of each event of a page is returned', async () => {
  upstream.items = [item(71), item(72), item(73)]
  receiver.behave(500)
  await settled((await replay({ id: '71' })).body)
  receiver.behave(200)
  await settled((await replay({ id: '71' })).body)
  await settled((await replay({ id: '72' })).body)
  const path = '/gateway/replay-items?list=call_events_fail&event_id=71&event_id=72&event_id=73'
  const { body } = await read(path)
  const states = body.results.map((one: { event_id: string; state: string }) => [
    one.event_id,
    one.state,
  ])
  expect(states.sort()).toEqual([
    ['71', 'delivered'],
    ['72', 'delivered'],
  ])
  expect((await read(path, PIETER)).body).toEqual({ results: [] })
})

test('a run of another account does not exist', async () => {
  upstream.items = [item(81)]
  const run = await settled((await replay({ id: '81' })).body)
  expect((await read(`/gateway/replays/${run.id}`, PIETER)).status).toBe(404)
  expect((await read('/gateway/replays/not-an-id')).status).toBe(404)
})

test.each([
  [401, 401],
  [403, 403],
  [500, 502],
])('when the service answers %i, the gateway answers %i', async (given, expected) => {
  upstream.behave((_, response) => answer(response, given, { detail: 'No.' }))
  expect((await replay({ id: '1' })).status).toBe(expected)
})

test('an answer that cannot be read is a 502', async () => {
  upstream.behave((_, response) => answer(response, 200, '<html>'))
  expect((await replay({ id: '1' })).status).toBe(502)
  upstream.behave((_, response) => answer(response, 200, { rows: [] }))
  expect((await replay({ id: '1' })).status).toBe(502)
})
