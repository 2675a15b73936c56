import fastify from 'fastify'
import { expect, test } from 'vitest'
import { closedAfterEach } from '../testing/closed-after-each.ts'
import { eventually } from '../testing/eventually.ts'
import { answerError } from './answer-error.ts'
import { BODY_LIMIT, limitBodies } from './body-limit.ts'
import { openRawClient } from './testing/raw-client.ts'

const opened = closedAfterEach()
const POST = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

async function listen(mostHeld?: number) {
  const app = fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true })
  await opened(app)
  app.setErrorHandler(answerError)
  limitBodies(app, mostHeld)
  let arrived = 0
  app.server.on('request', () => arrived++)
  app.post('/', async request => ({ body: request.body }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { connect: () => opened(openRawClient(url)), arrived: () => arrived }
}

test('one client cannot fill the memory with bodies', async () => {
  const server = await listen(100)
  const slow = await server.connect()
  await slow.send(`${POST}Content-Length: 90\r\n\r\n"${'x'.repeat(60)}`)
  await eventually(() => server.arrived() === 1)
  const next = await server.connect()
  await next.send(`${POST}Content-Length: 62\r\n\r\n"${'x'.repeat(60)}"`)
  expect(await next.nextStatus()).toBe(429)
  await slow.send(`${'x'.repeat(28)}"`)
  expect(await slow.nextStatus()).toBe(200)
  const last = await server.connect()
  await last.send(`${POST}Content-Length: 62\r\n\r\n"${'x'.repeat(60)}"`)
  expect(await last.nextStatus()).toBe(200)
})

test('a client that keeps sending after the refusal is disconnected', async () => {
  const server = await listen()
  const client = await server.connect()
  await client.send(`${POST}Content-Length: 64000000\r\n\r\n`)
  expect(await client.nextStatus()).toBe(413)
  const closed = new Promise(resolve => client.socket.once('close', resolve))
  let sent = 0
  const more = (error?: Error | null) => {
    // Less than announced, so that the rest can't be mistaken for another request.
    if (!error && ++sent < 900) client.socket.write(Buffer.alloc(64_000), more)
  }
  more()
  await closed
})
