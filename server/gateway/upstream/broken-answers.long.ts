// Long: each way in which an answer breaks off, with the pauses before retries.
import type { Socket } from 'node:net'
import { request } from 'undici'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { aMomentLater } from '../../testing/eventually.ts'
import { head, startRawUpstream, whole } from '../../testing/peers/raw-upstream.ts'
import { JSON_BODY, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts'
import { RANGE, ReplayClient } from '../replays/testing/replay-client.ts'

const PATH = '/v1/call_events_fail/'
const OWN = { authorization: 'Token abc' }

const upstream = await startRawUpstream()
const gateway = await closedAfterAll(startTestGateway(upstream.url))
/** The same with a short timeout, for a service that stalls. */
const hurried = await closedAfterAll(
  startTestGateway(upstream.url, { timings: { upstreamTimeoutMs: 500 } }),
)
// Before the gateway, which waits for its answers.
afterAll(() => upstream.close())
beforeEach(() => {
  upstream.requests.length = 0
})

type Asked = { method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'; at?: TestGateway }

const ask = async ({ method = 'GET', at = gateway }: Asked = {}) => {
  const { statusCode, headers, body } = await request(`${at.url}${PATH}`, {
    method,
    headers: { ...OWN, ...(method === 'GET' ? {} : JSON_BODY) },
    body: method === 'GET' ? null : '{"a":1}',
  })
  return { status: statusCode, headers, body }
}

describe('a failure before the answer begins is a JSON error', () => {
  test.each<[string, (socket: Socket) => unknown, number, string]>([
    ['it hangs up', socket => socket.end(), 502, 'closed the connection'],
    ['it resets', socket => socket.resetAndDestroy(), 502, 'closed the connection'],
    ['no HTTP', socket => socket.end('220 mail.example ESMTP\r\n'), 502, 'not HTTP'],
    [
      'two lengths',
      socket => socket.end(head('content-length: 1', 'content-length: 2')),
      502,
      'not valid HTTP',
    ],
    ['status 099', socket => socket.end('HTTP/1.1 099 Odd\r\n\r\n'), 502, 'not valid HTTP'],
    [
      'endless headers',
      socket => socket.write(head(`x-long: ${'x'.repeat(40_000)}`)),
      502,
      'headers that are too long',
    ],
    ['status 999', socket => socket.end('HTTP/1.1 999 Odd\r\n\r\n{}'), 502, 'the status 999'],
    ['status 101', socket => socket.end('HTTP/1.1 101 Switch\r\nupgrade: x\r\n\r\n'), 502, ''],
    ['no headers in time', () => {}, 504, 'took too long'],
    [
      'headers and then nothing',
      socket => socket.write(head('content-length: 9')),
      504,
      'took too long',
    ],
    [
      'headers, and it hangs up',
      socket => socket.end(head('content-length: 9')),
      502,
      'closed the connection',
    ],
  ])('%s', async (_, behave, status, expected) => {
    upstream.behave(socket => void behave(socket))
    const answered = await ask(status === 504 ? { at: hurried } : {})
    expect(answered.status).toBe(status)
    expect(answered.headers['content-type']).toMatch(/^application\/json/)
    const { detail } = (await answered.body.json()) as { detail: string }
    expect(detail).toContain('The call-tracking service ')
    expect(detail).toContain(expected)
  })
})

describe('an answer that breaks off later cannot be mistaken for a complete one', () => {
  const long = `[${'1,'.repeat(5_000)}1]`
  test.each<[string, () => TestGateway, (socket: Socket) => unknown]>([
    [
      'of a known length',
      () => gateway,
      socket => {
        socket.write(head(`content-length: ${long.length}`) + long.slice(0, 4_000))
        aMomentLater(() => socket.end())
      },
    ],
    [
      'in chunks',
      () => gateway,
      socket => {
        socket.write(`${head('transfer-encoding: chunked')}fa0\r\n${long.slice(0, 4_000)}\r\n`)
        aMomentLater(() => socket.end())
      },
    ],
    [
      'without a length',
      () => hurried,
      socket => socket.write(head('content-length: 9000') + long.slice(0, 4_000)),
    ],
  ])('%s', async (_, of, behave) => {
    upstream.behave(socket => void behave(socket))
    const { status, body } = await ask({ at: of() })
    expect(status).toBe(200)
    await expect(body.text()).rejects.toThrow()
    // The gateway's own requests get a complete answer or an error.
    const replay = await replayOne(of())
    expect([502, 504]).toContain(replay.status)
  })
})

const replayOne = (at = gateway) =>
  new ReplayClient(at.url, 'abc').post('replays', { ...RANGE, events: [{ id: '1' }] })

describe('a connection that the service closes just as a request is sent on it', () => {
  /** Answers the first request of each connection, and hangs up on the second. */
  const hangsUpWhenUsedAgain = () => {
    const used = new WeakSet<Socket>()
    upstream.behave(socket => {
      if (used.has(socket)) return void socket.resetAndDestroy()
      used.add(socket)
      socket.write(whole('[]'))
    })
  }

  test('a GET is sent again, once', async () => {
    hangsUpWhenUsedAgain()
    for (let round = 0; round < 6; round++) {
      const { status, body } = await ask()
      expect([status, await body.text()]).toEqual([200, '[]'])
    }
    upstream.requests.length = 0
    upstream.behave(socket => void socket.end())
    expect((await ask()).status).toBe(502)
    expect(upstream.requests).toHaveLength(2)
  })

  test('so are the gateway’s own requests', async () => {
    hangsUpWhenUsedAgain()
    for (let round = 0; round < 4; round++) expect((await replayOne()).status).toBe(201)
  })

  test.each(['POST', 'PATCH', 'PUT', 'DELETE'] as const)(
    'a %s is never sent again',
    async method => {
      upstream.behave(socket => void socket.end())
      const { status, body } = await ask({ method })
      expect(status).toBe(502)
      expect(await body.json()).toEqual({
        detail: expect.stringContaining('closed the connection'),
      })
      expect(upstream.requests.map(line => line.split(' ')[0])).toEqual([method])
    },
  )

  test('a slow GET is not retried either', async () => {
    upstream.behave(() => {})
    expect((await ask({ at: hurried })).status).toBe(504)
    expect(upstream.requests).toHaveLength(1)
  })
})

describe('an unavailable service', () => {
  test.each([
    ['nothing listens', 'http://127.0.0.1:1', 'refused the connection'],
    ['an unknown name', 'http://redial-nowhere.invalid', 'has a host name that does not resolve'],
  ])('%s', async (_, url, expected) => {
    const lost = await startTestGateway(url)
    const { statusCode, body } = await request(`${lost.url}${PATH}`, { headers: OWN })
    expect(statusCode).toBe(502)
    expect(await body.json()).toEqual({ detail: expect.stringContaining(expected) })
    await lost.close()
  })
})
