import type { ServerResponse } from 'node:http'
import fastify, { type FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { eventually } from '../../testing/eventually.ts'
import { answerError } from '../answer-error.ts'
import { clientOf } from '../client-address.ts'
import { type ClientLimits, limitClients } from './limit-requests.ts'

const opened = closedAfterEach()

const KEY = 'the key'

/** Every request is in flight until `release`. */
async function listen(limits: ClientLimits) {
  const app = fastify({ forceCloseConnections: true, trustProxy: () => true })
  await opened(app)
  app.setErrorHandler(answerError)
  const requesterOf = ({ headers: { authorization = '' } }: FastifyRequest) => ({
    account: authorization,
    hasKey: authorization === KEY,
  })
  limitClients(app, requesterOf, limits)
  const inFlight: (() => void)[] = []
  app.get('/', async () => {
    await new Promise<void>(resolve => inFlight.push(resolve))
    return {}
  })
  app.get('/readyz', { config: { isProbe: true } }, async () => ({}))
  let seen = 0
  let ended = 0
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    seen++
    response.once('close', () => ended++)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    inFlight,
    seen: () => seen,
    ended: () => ended,
    release: () => {
      for (const resolve of inFlight.splice(0)) resolve()
    },
    async ask(
      client: string,
      { path = '/', authorization = 'a', signal = undefined as AbortSignal | undefined } = {},
    ) {
      const headers = { 'x-forwarded-for': client, authorization }
      const answered = await fetch(url + path, { headers, signal: signal ?? null })
      return { status: answered.status, headers: answered.headers, body: await answered.json() }
    },
  }
}

test('many requests of one client wait for one another, and nobody else waits for them', async () => {
  const server = await listen({ ofAccount: 2, inFlight: 3, withKey: 4, inAll: 10 })
  const asked = Array.from({ length: 5 }, () => server.ask('203.0.113.7'))
  await eventually(() => server.seen() === 5)
  expect(server.inFlight).toHaveLength(2)
  const other = server.ask('203.0.113.8')
  const colleague = server.ask('203.0.113.7', { authorization: 'b' })
  await eventually(() => server.inFlight.length === 4)
  for (const left of [3, 1]) {
    server.release()
    await eventually(() => server.inFlight.length === Math.min(left, 2))
  }
  server.release()
  const answers = await Promise.all([...asked, other, colleague])
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200))
})

test("requests with one token leave room for those with another, up to the client's maximum", async () => {
  const server = await listen({ ofAccount: 2, inFlight: 3, withKey: 4, inAll: 10 })
  const asked = ['a', 'a', 'a', 'b', 'c'].map(authorization =>
    server.ask('203.0.113.7', { authorization }),
  )
  await eventually(() => server.seen() === 5)
  await eventually(() => server.inFlight.length === 3)
  server.release()
  await eventually(() => server.inFlight.length === 2)
  server.release()
  const answers = await Promise.all(asked)
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
})

test('requests with a key have room of their own, and leave the room of the others free', async () => {
  const server = await listen({ ofAccount: 1, inFlight: 1, withKey: 3, inAll: 10 })
  const asked = Array.from({ length: 5 }, () => server.ask('203.0.113.7', { authorization: KEY }))
  await eventually(() => server.seen() === 5)
  expect(server.inFlight).toHaveLength(3)
  const person = server.ask('203.0.113.7', { authorization: 'a' })
  await eventually(() => server.inFlight.length === 4)
  server.release()
  await eventually(() => server.inFlight.length === 2)
  server.release()
  const answers = await Promise.all([...asked, person])
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test('beyond the maximum, further requests are answered 429 in JSON; a health check is still answered', async () => {
  const server = await listen({ ofAccount: 1, inFlight: 3, withKey: 4, inAll: 3 })
  const asked = ['a', 'b', 'c'].map(authorization => server.ask('203.0.113.7', { authorization }))
  await eventually(() => server.inFlight.length === 3)
  const refused = await server.ask('203.0.113.7', { authorization: 'd' })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.body.detail).toContain('Too many concurrent requests')
  expect((await server.ask('203.0.113.7', { path: '/readyz' })).status).toBe(200)
  server.release()
  await Promise.all(asked)
})

test('a request whose client hangs up while it waits never starts', async () => {
  const server = await listen({ ofAccount: 1, inFlight: 3, withKey: 4, inAll: 10 })
  const first = server.ask('203.0.113.7')
  await eventually(() => server.inFlight.length === 1)
  const gone = new AbortController()
  const hungUp = server.ask('203.0.113.7', { signal: gone.signal }).catch(() => 'gone')
  await eventually(() => server.seen() === 2)
  const last = server.ask('203.0.113.7')
  await eventually(() => server.seen() === 3)
  gone.abort()
  expect(await hungUp).toBe('gone')
  await eventually(() => server.ended() === 1)
  server.release()
  await first
  await eventually(() => server.inFlight.length === 1)
  server.release()
  expect((await last).status).toBe(200)
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['fe80::1%eth0.100', 'fe80:0:0:0'],
  ['fe80::1%br-0a1b', 'fe80:0:0:0'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
  ['203.0.113.7:50123', '203.0.113.7'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2'],
  ['[::ffff:203.0.113.7]:50123', '203.0.113.7'],
])('%s is counted as %s', (address, client) => {
  expect(clientOf(address)).toBe(client)
})
