// Long: hundreds of requests hold their connections.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { request } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { parseTrustProxy } from '../../http/trusted-proxies.ts'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { eventually } from '../../testing/eventually.ts'
import { answer, startUpstream } from '../../testing/peers/test-upstream.ts'
import { signIn, startTestGateway } from '../../testing/test-gateway.ts'

/* Of the 128 connections to the service, an account gets 32 at a time. */

const HANGING = '/v1/hanging/'
const ONE = { authorization: 'Token one' }
const OTHER = { authorization: 'Token other' }

/** Closes connections that a test left open, on both sides. */
const hanging = { leave: new AbortController(), sockets: new Set<Socket>() }
const upstream = await closedAfterAll(
  startUpstream((incoming, response) => {
    if (incoming.url !== HANGING) answer(response, 200, [])
  }),
)
const gateway = await closedAfterAll(
  startTestGateway(upstream.url, { trustProxy: parseTrustProxy('127.0.0.1') ?? undefined }),
)
afterEach(() => {
  hanging.leave.abort()
  hanging.leave = new AbortController()
  for (const socket of hanging.sockets) socket.destroy()
  hanging.sockets.clear()
  upstream.requests.length = 0
})

let clients = 0
/** Each from another client, because one client may not have so many. */
async function ask(headers: Record<string, string>, path = HANGING, signal = hanging.leave.signal) {
  clients++
  const client = { 'x-forwarded-for': `10.0.${clients >> 8}.${clients & 255}` }
  const { statusCode, body } = await request(`${gateway.url}${path}`, {
    headers: { ...client, ...headers },
    signal,
  })
  return { status: statusCode, body: await body.json() }
}

/** Requests that the service never answers. */
const hang = (count: number, headers: Record<string, string>) =>
  Array.from({ length: count }, () => ask(headers).catch(() => null))

const asked = (path: string) => upstream.requests.filter(({ url }) => url === path).length

test('hanging requests of one account leave connections for the others', async () => {
  const written = ['Token one', 'token  one', 'TOKEN one ']
  for (let round = 0; round < 150; round++) {
    void hang(1, { authorization: written[round % written.length] ?? '' })
  }
  await eventually(() => asked(HANGING) === 32)
  expect(await ask(OTHER, '/v1/tn_prefixes/')).toEqual({ status: 200, body: [] })
  const cookie = await signIn(gateway, { token: 'another' })
  expect(await ask({ cookie }, '/v1/call_events_fail/')).toEqual({ status: 200, body: [] })
  expect(asked(HANGING)).toBe(32)
})

test('requests without a token are counted by their address', async () => {
  void hang(100, { 'x-forwarded-for': '192.0.2.1' })
  await eventually(() => asked(HANGING) === 8)
  expect(await ask({}, '/v1/tn_prefixes/')).toEqual({ status: 200, body: [] })
  expect(await ask(OTHER, '/v1/tn_prefixes/')).toEqual({ status: 200, body: [] })
  expect(asked(HANGING)).toBe(8)
})

test('140 bodies of one byte hold no connection to the service', async () => {
  const { hostname, port } = new URL(gateway.url)
  for (let body = 0; body < 140; body++) {
    const socket = connect(Number(port), hostname)
    hanging.sockets.add(socket.on('error', () => {}))
    socket.write(
      'POST /v1/hanging/ HTTP/1.1\r\nhost: localhost\r\nauthorization: Token one\r\n' +
        'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    )
    await once(socket, 'connect')
  }
  expect(await ask(ONE, '/v1/tn_prefixes/')).toEqual({ status: 200, body: [] })
  expect(asked(HANGING)).toBe(0)
})

test('a body arrives completely, short or long, in parts or at once', async () => {
  for (const length of [0, 1, 65_536, 65_537, 1_000_000]) {
    for (const isLengthKnown of [true, false]) {
      upstream.requests.length = 0
      const body = 'x'.repeat(length)
      const parts = Array.from({ length: Math.ceil(length / 50_000) }, (_, part) =>
        Buffer.from(body.slice(part * 50_000, (part + 1) * 50_000)),
      )
      const { statusCode } = await request(`${gateway.url}/v1/blocklist/`, {
        method: 'POST',
        headers: { ...ONE, 'content-type': 'application/json' },
        body: isLengthKnown ? body : Readable.from(parts),
      })
      expect(statusCode).toBe(200)
      expect(upstream.requests[0]?.body === body).toBe(true)
    }
  }
})
