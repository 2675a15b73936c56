// Long: answers drip until their deadline, have a gigabyte or decompress to it.
import type { Socket } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { drip, writeEndlessly } from '../../testing/peers/endless-answers.ts'
import {
  behaveUntilClosed,
  head,
  startRawUpstream,
  whole,
} from '../../testing/peers/raw-upstream.ts'
import {
  FROM_DASHBOARD,
  JSON_BODY,
  signIn,
  startTestGateway,
  type TestGateway,
} from '../../testing/test-gateway.ts'
import { RANGE, ReplayClient } from '../replays/testing/replay-client.ts'

const PATH = '/v1/call_events_fail/'
const TOKEN = 'abc'
const MEBIBYTE = 1024 * 1024

const upstream = await startRawUpstream()
const gateway = await closedAfterAll(startTestGateway(upstream.url))
/** The same, but waits only a fifth of a second. */
const hurried = await closedAfterAll(
  startTestGateway(upstream.url, { timings: { upstreamTimeoutMs: 200 } }),
)
// Before the gateway, which waits for its answers.
afterAll(() => upstream.close())
upstream.behave(socket => void socket.write(whole('[]')))
const cookie = await signIn(gateway, { token: TOKEN })

const behave = (answer: (socket: Socket) => unknown) => behaveUntilClosed(upstream, answer)

const json = async (answering: ReturnType<typeof request>) => {
  const { statusCode, body } = await answering
  return { status: statusCode, body: await body.json() }
}

type Ask = (at: TestGateway) => Promise<{ status: number; body: unknown }>

const signInAt: Ask = at =>
  json(
    request(`${at.url}/gateway/session`, {
      method: 'POST',
      headers: { ...FROM_DASHBOARD, ...JSON_BODY },
      body: JSON.stringify({ token: TOKEN }),
    }),
  )
const replay: Ask = at =>
  new ReplayClient(at.url, TOKEN).post('replays', { ...RANGE, events: [{ id: '1' }] })

/** Every place that reads an answer. */
const readers: [place: string, ask: Ask][] = [
  ['at sign-in', signInAt],
  ['for the dashboard', at => json(request(`${at.url}${PATH}`, { headers: { cookie } }))],
  [
    'for a script',
    at => json(request(`${at.url}${PATH}`, { headers: { authorization: `Token ${TOKEN}` } })),
  ],
  ['for the replay of one event', replay],
]
const detail = (text: string) => ({ detail: expect.stringContaining(text) })

/** If nothing else is requested, the check of the token gets this answer. */
const behaveAtSignIn = () => {
  beforeEach(() => {
    upstream.takesTokens = false
  })
  afterEach(() => {
    upstream.takesTokens = true
  })
}

describe.each(readers)('%s', (place, ask) => {
  if (place === 'at sign-in') behaveAtSignIn()

  test('endless interim answers are an error, and their connection is closed', async () => {
    const closed = behave(socket =>
      writeEndlessly(socket, 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)),
    )
    expect(await ask(gateway)).toEqual({
      status: 502,
      body: detail('more than 20 interim answers'),
    })
    await closed
  })

  test('too many headers are an error', async () => {
    const closed = behave(socket =>
      socket.write(head(...Array.from({ length: 400 }, (_, at) => `x-${at}: 1`))),
    )
    expect(await ask(gateway)).toEqual({ status: 502, body: detail('more than 200 headers') })
    await closed
  })

  test('a length of a gigabyte is an error before anything is read', async () => {
    const closed = behave(socket => socket.write(head(`content-length: ${1024 * MEBIBYTE}`)))
    expect(await ask(gateway)).toEqual({ status: 502, body: detail('MiB, which Redial does not') })
    await closed
  })

  test('a slow drip ends at the deadline', async () => {
    const closed = behave(socket => {
      socket.write(head('transfer-encoding: chunked'))
      drip(socket, '1\r\n \r\n')
    })
    const tooLong = { status: 504, body: detail('took too long') }
    // An answer that is being passed on can only break off.
    const isPassedOn = place === 'for the dashboard' || place === 'for a script'
    const answered = await ask(hurried).catch(error => (isPassedOn ? tooLong : error))
    expect(answered).toEqual(tooLong)
    await closed
  })
})

describe('a list of a gigabyte', () => {
  const answerEndlessly = () =>
    behave(socket => {
      socket.write(`${head('content-type: application/json')}[1`)
      writeEndlessly(socket, Buffer.from(',1'.repeat(MEBIBYTE / 2)))
    })

  test('breaks off at 52 MiB for the dashboard', async () => {
    const closed = answerEndlessly()
    const { statusCode, body } = await request(`${gateway.url}${PATH}`, { headers: { cookie } })
    expect(statusCode).toBe(200)
    let bytes = 0
    const read = async () => {
      for await (const part of body) bytes += part.length
    }
    await expect(read()).rejects.toThrow()
    expect(bytes).toBeLessThanOrEqual(52 * MEBIBYTE)
    await closed
  })

  test('is refused for a replay, with the reason', async () => {
    const closed = answerEndlessly()
    expect(await replay(gateway)).toEqual({ status: 502, body: detail('more than 52 MiB') })
    await closed
  })

  test('the beginning of an endless answer is enough to check a token', async () => {
    upstream.takesTokens = false
    onTestFinished(() => {
      upstream.takesTokens = true
    })
    const closed = answerEndlessly()
    expect(await signInAt(gateway)).toMatchObject({ status: 200 })
    await closed
  })
})

describe('an answer that decompresses to much more', () => {
  const packed = (encoding: string, bytes: Buffer, type = 'application/json') =>
    behave(socket => {
      socket.write(
        head(
          `content-type: ${type}`,
          `content-encoding: ${encoding}`,
          `content-length: ${bytes.length}`,
        ),
      )
      socket.write(bytes)
    })
  const LARGE = 53 * MEBIBYTE
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
  const spaces = Buffer.concat([Buffer.from('[1'), Buffer.alloc(LARGE, ' '), Buffer.from(']')])
  const bombs = [
    ['gzip', gzipSync(spaces, { level: 1 })],
    ['br', brotliCompressSync(spaces, quick)],
  ] as const
  const numbers = Array.from({ length: 500 }, (_, at) => `${at ** 3},${' '.repeat(100)}`).join('')
  const list = `[${numbers.repeat(LARGE / numbers.length)}1]`

  test.each(bombs)('in %s is refused for a replay, with the reason', async (encoding, bomb) => {
    void packed(encoding, bomb)
    const text = 'unpacks to more than 100 times its size'
    expect(await replay(gateway)).toEqual({ status: 502, body: detail(text) })
  })

  test('within the ratio of JSON is refused for a replay above 52 MiB', async () => {
    void packed('gzip', gzipSync(list, { level: 1 }))
    expect(await replay(gateway)).toEqual({ status: 502, body: detail('more than 52 MiB') })
  })

  describe('at sign-in', () => {
    behaveAtSignIn()

    test.each(bombs)('in %s is only read at its beginning', async (encoding, bomb) => {
      const closed = packed(encoding, bomb)
      expect(await signInAt(gateway)).toMatchObject({ status: 200 })
      // A reader that consumed the whole answer would keep the connection open.
      await closed
    })
  })

  test.each(bombs)('in %s does not reach a browser completely', async (encoding, bomb) => {
    void packed(encoding, bomb)
    const { statusCode, body } = await request(`${gateway.url}${PATH}`, { headers: { cookie } })
    const read = body.arrayBuffer().then(
      () => 'whole',
      () => 'broken off',
    )
    // If its size is known before it is passed on, it becomes an error message.
    expect([statusCode, await read]).not.toEqual([200, 'whole'])
  })

  test.each(bombs)('in %s as a web page is not decompressed completely', async (encoding, bomb) => {
    void packed(encoding, bomb, 'text/html')
    const answered = request(`${gateway.url}${PATH}`, { headers: { cookie } })
    const read = answered.then(({ body }) => body.text())
    // If its size is known before it is passed on, the error says so; otherwise it breaks off.
    expect(await read.catch(() => 'unpacks to more')).toContain('unpacks to more')
  })
})
