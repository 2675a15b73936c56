// Long: clients send a byte now and then until their time limit.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { closedAfterAll, closedAfterEach } from '../../testing/closed-after-each.ts'
import { answer, startUpstream } from '../../testing/peers/test-upstream.ts'
import { startTestGateway } from '../../testing/test-gateway.ts'
import { getRequest, openRawClient } from '../testing/raw-client.ts'
import { MAX_PIPELINED } from './answer-in-order.ts'

const TOKEN = `Authorization: Token ${'a'.repeat(40)}\r\n`
const LIST = '/v1/call_events_fail/'
const POST = `POST /v1/blocklist/ HTTP/1.1\r\nHost: localhost\r\n${TOKEN}Content-Type: application/json\r\n`

const opened = closedAfterEach()
const upstream = await closedAfterAll(startUpstream((_, response) => answer(response, 200, [])))
// So short that every slow client exceeds it.
const gateway = await closedAfterAll(
  startTestGateway(upstream.url, {
    timings: { requestTimeoutMs: 300, unreadAnswerMs: 300 },
  }),
)

test.each([
  ['a body of which one byte comes', `${POST}Content-Length: 100\r\n\r\n{`],
  [
    'a body without a length of which one byte comes',
    `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
  ],
  ['headers that do not end', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: a'],
])('%s is answered 408 in JSON, and its connection closed', async (_, bytes) => {
  const client = await opened(openRawClient(gateway.url))
  await client.send(bytes)
  const [head = '', body = ''] = (await client.everything()).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 408 /)
  expect(head).toContain('application/json')
  expect(JSON.parse(body).detail).toContain('took too long to arrive')
})

test('a connection on which nothing is sent is closed without an answer', async () => {
  const client = await opened(openRawClient(gateway.url))
  expect(await client.everything()).toBe('')
})

test('a request that breaks off after its answer has begun gets no second answer', async () => {
  const client = await opened(openRawClient(gateway.url))
  await client.send(`${POST.replace('/v1/blocklist/', '/nowhere/')}Content-Length: 100\r\n\r\n{`)
  expect((await client.everything()).match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('a client that reads nothing of an answer is disconnected, and its request to the service is cancelled', async () => {
  const cutOff = Promise.withResolvers<void>()
  upstream.behave((_, response) => {
    response.once('close', cutOff.resolve)
    response.writeHead(200, { 'content-type': 'application/json' })
    fill(response)
  })
  const client = await opened(openRawClient(gateway.url))
  await client.send(getRequest(LIST, TOKEN))
  await cutOff.promise
})

test('a client that waits for a slow service is not disconnected', async () => {
  const asked = Promise.withResolvers<ServerResponse>()
  upstream.behave((_, response) => asked.resolve(response))
  const client = await opened(openRawClient(gateway.url))
  await client.send(getRequest(LIST, TOKEN))
  const response = await asked.promise
  // The request has then waited longer than a client that reads nothing may.
  const slow = await opened(openRawClient(gateway.url))
  await slow.send('GET /')
  await slow.everything()
  answer(response, 200, [])
  expect(await client.nextStatus()).toBe(200)
})

test('pipelined requests are answered one after the other', async () => {
  const asked = Promise.withResolvers<ServerResponse>()
  upstream.requests.length = 0
  upstream.behave((_, response) => asked.resolve(response))
  const client = await opened(openRawClient(gateway.url))
  await client.send(
    getRequest(LIST, TOKEN).repeat(MAX_PIPELINED) +
      getRequest(LIST, `${TOKEN}Connection: close\r\n`),
  )
  const first = await asked.promise
  upstream.behave((_, response) => answer(response, 200, []))
  // If any of them had continued, it would have arrived before this one.
  await (await fetch(`${gateway.url}/v2/company/`)).text()
  expect(upstream.requests.map(({ url }) => url)).toEqual([LIST, '/v2/company/'])
  answer(first, 200, [])
  const answers = (await client.everything()).match(/HTTP\/1\.1 200/g)
  expect(answers).toHaveLength(MAX_PIPELINED + 1)
})

test('a connection that pipelines more than that is closed, and waiting requests are never sent', async () => {
  upstream.requests.length = 0
  upstream.behave(() => {})
  const client = await opened(openRawClient(gateway.url))
  await client.send(getRequest(LIST, TOKEN).repeat(MAX_PIPELINED + 2))
  client.socket.resume()
  await once(client.socket, 'close')
  expect(upstream.requests.length).toBeLessThanOrEqual(1)
})

/** Sends until the other side accepts no more. */
function fill(response: ServerResponse): void {
  const chunk = Buffer.alloc(1 << 20, ' ')
  const more = () => {
    while (!response.destroyed && response.write(chunk)) {}
  }
  response.on('drain', more)
  more()
}
