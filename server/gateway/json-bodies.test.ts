import { expect, test } from 'vitest'
import { closedAfterAll } from '../testing/closed-after-each.ts'
import { startReplays } from './replays/testing/start-replays.ts'

const replays = await closedAfterAll(startReplays())

const JSON_TYPE = { 'content-type': 'application/json' }
const RUN = '00000000-0000-4000-8000-000000000000'

async function send(method: string, path: string, headers = {}, body?: string) {
  const response = await fetch(`${replays.gateway.url}/gateway/${path}`, {
    method,
    headers: { authorization: `Token ${'a'.repeat(40)}`, ...headers },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return { status: response.status, body: text && JSON.parse(text) }
}

test.each([
  ['no body', {}, undefined],
  ['no body and a JSON type', JSON_TYPE, undefined],
  ['an empty body', JSON_TYPE, ''],
  ['white space', JSON_TYPE, ' \r\n'],
  ['an empty object', JSON_TYPE, '{}'],
])('a run is started with %s', async (_what, headers, body) => {
  replays.list(1)
  const { id } = await replays.thandi.prepare()
  expect((await send('POST', `replays/${id}/start`, headers, body)).status).toBe(200)
})

test.each([
  ...['start', 'pause', 'resume', 'cancel', 'discard', 'again'],
  ...['continue', 'stop', 'orders', 'later-failures'],
])('a JSON type without a body is accepted: %s', async change => {
  expect((await send('POST', `replays/${RUN}/${change}`, JSON_TYPE)).status).toBe(404)
})

test.each([
  ['POST', 'replays', 'list'],
  ['POST', 'event-states', 'list'],
  ['POST', 'handled-events', 'list'],
  ['POST', 'receiver-probes', 'url'],
  ['POST', 'receivers/confirmed', 'receivers'],
  ['PUT', 'receivers/27105550199', 'url'],
  ['POST', 'session', 'token'],
])('without a body, %s %s names the missing field', async (method, path, field) => {
  for (const headers of [{}, JSON_TYPE]) {
    const { status, body } = await send(method, path, headers)
    expect(status).toBe(400)
    expect(body[field]).toEqual([expect.any(String)])
  }
})

test.each(['{', '{"a":}', 'nonsense', '{"__proto__":{}}'])(
  'malformed JSON is a 400 in the Detail shape: %s',
  async body => {
    for (const path of ['replays', 'event-states', 'session']) {
      const refused = await send('POST', path, JSON_TYPE, body)
      expect(refused).toEqual({
        status: 400,
        body: { detail: expect.stringMatching(/^JSON parse error - (?!.*content-type)/) },
      })
    }
  },
)
