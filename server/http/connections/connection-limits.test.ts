import { once } from 'node:events'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { eventually } from '../../testing/eventually.ts'
import { answerError } from '../answer-error.ts'
import { getRequest, openRawClient, type RawClient } from '../testing/raw-client.ts'
import { answerInOrder } from './answer-in-order.ts'
import { limitConnections } from './connection-limits.ts'

const opened = closedAfterEach()

async function listen(limits: { perAddress: number; inAll: number }, isTrusted = false) {
  const app = fastify({ forceCloseConnections: true })
  await opened(app)
  app.setErrorHandler(answerError)
  answerInOrder(app, { unreadAnswerMs: 60_000 })
  limitConnections(app, () => isTrusted, limits)
  let held = 0
  app.get('/held', (_request, reply) => {
    held++
    reply.raw.once('close', () => held--)
  })
  app.get('/', async () => ({}))
  app.get('/readyz', { config: { isProbe: true } }, async () => ({}))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    connect: () => opened(openRawClient(url)),
    async hold(client: RawClient) {
      const before = held
      await client.send(getRequest('/held'))
      await eventually(() => held > before)
    },
  }
}

async function ask(client: RawClient): Promise<number> {
  await client.send(getRequest('/'))
  return client.nextStatus()
}

async function closed(client: RawClient): Promise<void> {
  client.socket.resume()
  if (!client.socket.destroyed) await once(client.socket, 'close')
}

describe.each([
  ['an address', { perAddress: 3, inAll: 100 }],
  ['all of them', { perAddress: 100, inAll: 3 }],
])('where %s may have three', (_, limits) => {
  test('a fourth connection takes the place of the one that has been idle the longest', async () => {
    const server = await listen(limits)
    const first = await server.connect()
    const second = await server.connect()
    const third = await server.connect()
    for (const client of [first, second, third, first]) expect(await ask(client)).toBe(200)
    const fourth = await server.connect()
    expect(await ask(fourth)).toBe(200)
    await closed(second)
    for (const client of [first, third, fourth]) expect(await ask(client)).toBe(200)
  })

  test('a connection with a request in flight stays open', async () => {
    const server = await listen(limits)
    const busy = await server.connect()
    await server.hold(busy)
    for (let at = 0; at < 10; at++) expect(await ask(await server.connect())).toBe(200)
    expect(busy.socket.destroyed).toBe(false)
  })
})

test('a connection with pipelined requests is busy until the last of them is answered', async () => {
  const server = await listen({ perAddress: 1, inAll: 100 })
  const busy = await server.connect()
  await busy.send(getRequest('/'))
  await server.hold(busy)
  const next = await server.connect()
  await next.send(getRequest('/'))
  expect(await next.nextStatus()).toBe(429)
})

test('if all connections of an address are busy, the next one is answered 429 in JSON and closed', async () => {
  const server = await listen({ perAddress: 2, inAll: 100 })
  for (let at = 0; at < 2; at++) await server.hold(await server.connect())
  const next = await server.connect()
  await next.send(getRequest('/'))
  const [head = '', body = ''] = (await next.everything()).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 429 /)
  expect(head).toMatch(/^retry-after: 1/im)
  expect(JSON.parse(body).detail).toContain('Too many connections')
})

test('a trusted proxy opens as many as it needs', async () => {
  const server = await listen({ perAddress: 2, inAll: 100 }, true)
  for (let at = 0; at < 6; at++) await server.hold(await server.connect())
  expect(await ask(await server.connect())).toBe(200)
})

test('a health check is answered even if all connections of an address are busy', async () => {
  const server = await listen({ perAddress: 2, inAll: 100 })
  for (let at = 0; at < 2; at++) await server.hold(await server.connect())
  const probe = await server.connect()
  await probe.send(getRequest('/readyz'))
  expect(await probe.nextStatus()).toBe(200)
})
