import { describe, expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { startReceiver } from '../../testing/peers/test-receiver.ts'
import { answer, startUpstream } from '../../testing/peers/test-upstream.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn, startTestGateway } from '../../testing/test-gateway.ts'
import { startNameServer } from '../../webhooks/http/testing/test-name-server.ts'

const THANDI = { authorization: `Token ${'a'.repeat(40)}` }
const PIETER = { authorization: `Token ${'b'.repeat(40)}` }

const receiver = await closedAfterAll(startReceiver())
const names = await closedAfterAll(startNameServer())
names.set('localhost', ['127.0.0.1'])
names.set('acme.example', ['8.8.8.8'])
names.set('private.example', ['10.0.0.1'])
const upstream = await closedAfterAll(startUpstream(() => {}))
upstream.prove(({ headers }, response) =>
  [THANDI, PIETER].some(({ authorization }) => authorization === headers.authorization)
    ? answer(response, 200, { count: 0, next: null, previous: null, results: [] })
    : answer(response, 401, { detail: 'Invalid token.' }),
)
const gateway = await closedAfterAll(
  startTestGateway(upstream.url, {
    receivers: [receiver],
    nameServers: [names.address],
  }),
)

const ask = async (method: string, path: string, who: object = THANDI, body?: object) => {
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: { ...who, ...(body && JSON_BODY) },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
const set = (number: string, url: string, who: object = THANDI) =>
  ask('PUT', `/gateway/receivers/${encodeURIComponent(number)}`, who, { url })
const list = async (who: object = THANDI) =>
  (await ask('GET', '/gateway/receivers', who)).body.results

test('a receiver is set, listed, changed and removed', async () => {
  const { status, body } = await set('27215550100', 'https://ACME.example:443/calls?key=1')
  expect([status, body]).toEqual([
    200,
    {
      tracking_number: '27215550100',
      url: 'https://acme.example/calls?key=1',
      who: null,
      set_at: expect.stringMatching(/\+02:00$/),
    },
  ])
  expect(await list()).toEqual([body])
  await set('27215550100', receiver.url)
  expect(await list()).toMatchObject([{ tracking_number: '27215550100', url: receiver.url }])
  expect((await ask('DELETE', '/gateway/receivers/27215550100')).status).toBe(204)
  expect(await list()).toEqual([])
  expect((await ask('DELETE', '/gateway/receivers/27215550100')).status).toBe(404)
})

test.each(['+27 21 555-0101', '0027215550101', '(27) 21.555.0101', '27215550101'])(
  'a phone number is recognised in each notation: %s',
  async written => {
    expect((await set(written, receiver.url)).body.tracking_number).toBe('27215550101')
    expect(await list()).toHaveLength(1)
    await ask('DELETE', `/gateway/receivers/${encodeURIComponent(written)}`)
    expect(await list()).toEqual([])
  },
)

test('a number in another format is left unchanged', async () => {
  const { body } = await set('  0800 FLOWERS / é ', receiver.url)
  expect(body.tracking_number).toBe('0800 FLOWERS / é')
  await ask('DELETE', `/gateway/receivers/${encodeURIComponent('0800 FLOWERS / é')}`)
  expect(await list()).toEqual([])
})

test('it shows who set it', async () => {
  const cookie = await signIn(gateway, { token: 'a'.repeat(40), name: 'Thandi' })
  const { body } = await set('27215550102', receiver.url, { ...FROM_DASHBOARD, cookie })
  expect(body.who).toBe('Thandi')
  await ask('DELETE', '/gateway/receivers/27215550102')
})

test("another account's are neither visible nor changed", async () => {
  await set('27215550103', receiver.url)
  expect(await list(PIETER)).toEqual([])
  expect((await ask('DELETE', '/gateway/receivers/27215550103', PIETER)).status).toBe(404)
  await set('27215550103', 'https://acme.example/', PIETER)
  expect(await list()).toMatchObject([{ url: receiver.url }])
  await ask('DELETE', '/gateway/receivers/27215550103')
  await ask('DELETE', '/gateway/receivers/27215550103', PIETER)
})

test.each([
  ['http://acme.example/', 'The URL must begin with https://.'],
  ['acme.example', 'This is not a valid URL.'],
  ['https://nowhere.example/', 'The name nowhere.example does not exist.'],
  ['https://private.example/', expect.stringContaining('10.0.0.1 is private or reserved')],
  ['https://127.0.0.1/', expect.stringContaining('private or reserved')],
  ['https://u:p@acme.example/', expect.stringContaining('user name or password')],
  ['   ', 'This field may not be blank.'],
  [
    'https://acme.example/ho\u200bok',
    'This URL has an invisible character (U+200B) after “https://acme.example/ho”. Delete the character, or type the URL.',
  ],
  [
    'https://acme.example/hook https://b.example/hook',
    'These are two URLs: the second one begins with “https://b.example/hook”. Enter only one.',
  ],
  [`https://acme.example/${'x'.repeat(2_000)}`, expect.stringContaining('no more than 2000')],
])('a URL that no receiver can have is refused next to its field: %s', async (url, message) => {
  const { status, body } = await set('27215550104', url)
  expect([status, body]).toEqual([400, { url: [message] }])
  expect(await list()).toEqual([])
})

test.each(['%20', '%00', 'x'.repeat(101), '%ED%A0%80'])(
  'a tracking number that cannot be stored is refused: %s',
  async number => {
    const { status } = await ask('PUT', `/gateway/receivers/${number}`, THANDI, {
      url: receiver.url,
    })
    expect([400, 404]).toContain(status)
    expect(await list()).toEqual([])
  },
)

describe('a receiver test', () => {
  const testReceiver = (url: string, who: object = THANDI) =>
    ask('POST', '/gateway/receiver-probes', who, { url })

  test('reports a receiver that answers', async () => {
    receiver.requests.length = 0
    const { status, body } = await testReceiver(receiver.url)
    expect(status).toBe(200)
    expect(body).toEqual({
      receiver: receiver.exception,
      at: expect.any(String),
      failed_at: null,
      problem: null,
      certificate_valid_until: expect.any(String),
      status: 200,
      duration_ms: expect.any(Number),
    })
    expect(receiver.requests.map(({ method }) => method)).toEqual(['HEAD'])
  })

  test('reports nothing of the answer but the status', async () => {
    receiver.behave((_request, response) => {
      response.writeHead(500, { 'x-secret': 'swordfish' }).end('swordfish')
    })
    const { body } = await testReceiver(receiver.url)
    receiver.behave(200)
    expect(body).toMatchObject({ failed_at: null, status: 500 })
    expect(JSON.stringify(body)).not.toContain('swordfish')
  })

  test('is limited per minute', async () => {
    const allowed = await Promise.all(
      Array.from({ length: 30 }, () => testReceiver('nonsense', PIETER)),
    )
    expect(new Set(allowed.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await testReceiver('nonsense', PIETER)
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      expect.stringMatching(/Try again in \d+ seconds/),
    ])
    expect((await testReceiver('nonsense')).status).toBe(200)
  })
})

test('an account confirms at most 10,000 hosts, and may repeat those', async () => {
  const confirm = (of: string, who?: object) =>
    ask('POST', '/gateway/receivers/confirmed', who, {
      receivers: Array.from({ length: 100 }, (_, at) => `${at}.${of}.example`),
    })
  for (let batch = 0; batch < 100; batch++) expect((await confirm(`a${batch}`)).status).toBe(204)
  expect(await confirm('another')).toEqual({
    status: 409,
    body: { detail: 'An account can confirm at most 10,000 hosts.' },
  })
  expect((await confirm('a0')).status).toBe(204)
  expect((await confirm('another', PIETER)).status).toBe(204)
})
