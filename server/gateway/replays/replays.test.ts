import { expect, test } from 'vitest'
import { ReplayRun } from '../../../contract/replay.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { failedCall } from './testing/list-upstream.ts'
import { RANGE, type ReplayClient } from './testing/replay-client.ts'
import { replaysOfFile } from './testing/start-replays.ts'

/* Replays of single events. */

const { upstream, receiver, thandi, pieter, sent, hold } = await replaysOfFile()

const item = (id: number | string, payload = '{"call_id":1}') =>
  failedCall(id, receiver.url, payload)

const replay = (event: object, who: ReplayClient = thandi) =>
  who.post('replays', { ...RANGE, start: true, include: ['already_delivered'], events: [event] })

/** The run of a replay when it is finished, with its only item. */
async function finished(event: object) {
  const run = await thandi.replay({ include: ['already_delivered'], events: [event] })
  expect(run).toMatchObject({ state: 'finished', finished_at: expect.any(String) })
  const [only] = await thandi.items(run.id)
  return { ...run, only }
}

test('an event is delivered if the receiver answers 200, byte for byte, with the same id', async () => {
  receiver.behave((_, response) => void response.end('{"received":true}'))
  const payload = `{ "call_id": 9007199254740993, "cost":1e400,"low":-0,"rate":1.50,"wide":1E+2,\t"name": "M\\u00fcller",
    "call_id":2,"__proto__":{"a":1},"2":1,"1":2,"raw":"Müller 🚗 \u2028\u202e","lone":"\\ud800","nul":"\\u0000","quote":"\\"]}{[,",
    "deep":${'['.repeat(500)}${']'.repeat(500)},"long":"${'x'.repeat(200_000)}" }`
  upstream.items = [item(12), item(11, payload)]
  const run = await finished({ id: '11' })
  expect(run).toMatchObject({ list: 'call_events_fail', who: null })
  expect(run.counts).toEqual({
    prepared: 0,
    queued: 0,
    sending: 0,
    delivered: 1,
    failed_again: 0,
    skipped: 0,
  })
  expect(run.only).toMatchObject({
    event_id: '11',
    state: 'delivered',
    receiver_url: receiver.url,
    attempts: [{ status: 200, error: null, answer: '{"received":true}' }],
  })
  expect(receiver.requests.map(({ body }) => body)).toEqual([payload])
  expect(sent()).toEqual(['11'])

  expect((await pieter.get(`replays/${run.id}`)).status).toBe(404)
  expect((await thandi.get('replays/not-an-id')).status).toBe(404)
})

test('a run sends all events but the one whose payload is no JSON, and says why', async () => {
  upstream.items = [item(33), item(32, '{"duration":NaN}'), item(31)]
  const { id } = await thandi.replay()
  const reason = expect.stringMatching(/payload of this event in a form that is not valid JSON/)
  expect(await thandi.items(id)).toMatchObject([
    { event_id: '33', state: 'delivered' },
    { event_id: '32', state: 'skipped', reason, receiver_url: receiver.url },
    { event_id: '31', state: 'delivered' },
  ])
})

test.each(['https://hooks.example/a\0b', 'not a URL', 'ftp://hooks.example/'])(
  'an event that names the receiver %j never goes to the URL in Settings',
  async callback_url => {
    const number = '27105550142'
    const set = await thandi.send('PUT', `receivers/${number}`, { url: receiver.url })
    expect(set.status).toBe(200)
    receiver.requests.length = 0
    const request_json = { call_id: 1, tracking_number: number }
    upstream.items = [JSON.stringify({ id: 41, callback_url, request_json })]
    expect((await finished({ id: '41' })).only?.state).not.toBe('delivered')
    expect(receiver.requests).toEqual([])
  },
)

test('an id may be given as the list has it, also as a number', async () => {
  upstream.items = [item(13)]
  expect((await finished({ id: 13 })).only).toMatchObject({ event_id: '13', state: 'delivered' })
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

test.each([[['being_sent']], [Array(4).fill('handled')]])(
  'a replay that includes %j is refused',
  async include => {
    const body = { ...RANGE, include, events: [{ id: '1' }] }
    expect(await thandi.post('replays', body)).toMatchObject({
      status: 400,
      body: { include: expect.anything() },
    })
  },
)

test('an event is found on its page by one request, although the service ignores the requested size', async () => {
  upstream.items = Array.from({ length: 250 }, (_, place) => item(1_250 - place))
  upstream.maxPageSize = 20
  const run = await finished({ id: '1001', page: 13, page_size: 20 })
  expect(run.only).toMatchObject({ event_id: '1001', state: 'delivered' })
  expect(upstream.requests).toHaveLength(1)
  upstream.maxPageSize = 100
})

test('of ids that differ only beyond the precision of a JavaScript number, the right one is sent', async () => {
  const ids = ['9007199254740992', '9007199254740993', '1000000000000000000001']
  upstream.items = ids.map(id => item(id, `{"call_id":${id}}`))
  for (const id of ids) {
    expect((await finished({ id })).only).toMatchObject({ event_id: id, state: 'delivered' })
    expect(receiver.requests.at(-1)?.body).toBe(`{"call_id":${id}}`)
  }
})

test.each(['é中', 'line\nbreak', 'a b'])(
  'an event whose id a header cannot contain is still sent: %j',
  async id => {
    upstream.items = [item(JSON.stringify(id))]
    expect((await finished({ id })).only?.state).toBe('delivered')
    expect(sent().map(decodeURIComponent)).toEqual([id])
  },
)

test.each(['', 'a\0b', 'x'.repeat(501)])('an id that cannot be stored is a 400: %j', async id => {
  expect(await replay({ id })).toMatchObject({ status: 400, body: { events: expect.anything() } })
  const asked = { list: 'call_events_fail', event_ids: [id] }
  expect((await thandi.post('event-states', asked)).status).toBe(400)
})

test('an event has one replay in flight, whoever clicks', async () => {
  upstream.items = [item(61)]
  const release = hold()
  const people = [thandi, pieter, thandi]
  const answers = await Promise.all(people.map(who => replay({ id: '61' }, who)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  release()
  const place = answers.findIndex(({ status }) => status === 201)
  const { id } = ReplayRun.parse(answers[place]?.body)
  expect((await people[place]?.settled(id))?.counts.delivered).toBe(1)
  expect(sent()).toEqual(['61'])
  expect((await replay({ id: '61' })).status).toBe(201)
})

test('the latest replay of each event of a page is returned', async () => {
  upstream.items = [item(71), item(72), item(73)]
  receiver.behave(500)
  await finished({ id: '71' })
  receiver.behave(200)
  await finished({ id: '71' })
  await finished({ id: '72' })
  const ids = ['71', '72', '73']
  const latest = (await thandi.states(ids)).replays?.map(({ event_id, state }) => [event_id, state])
  expect(latest?.toSorted()).toEqual([
    ['71', 'delivered'],
    ['72', 'delivered'],
  ])
  expect((await pieter.states(ids)).replays).toEqual([])
})

test.each([
  [401, 401],
  [403, 403],
  [500, 502],
])('when the service answers %i, the gateway answers %i', async (given, expected) => {
  upstream.behave((_, response) => answer(response, given, { detail: 'No.' }))
  expect((await replay({ id: '1' })).status).toBe(expected)
})
