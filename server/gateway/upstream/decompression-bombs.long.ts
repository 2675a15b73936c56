// Long: answers decompress to gigabytes.
import type { Socket } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import {
  behaveUntilClosed,
  head,
  startRawUpstream,
  whole,
} from '../../testing/peers/raw-upstream.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn, startTestGateway } from '../../testing/test-gateway.ts'
import { RANGE, ReplayClient } from '../replays/testing/replay-client.ts'

const PATH = '/v1/call_events_fail/'
const TOKEN = 'abc'
const MEBIBYTE = 1024 * 1024

const upstream = await startRawUpstream()
const gateway = await closedAfterAll(startTestGateway(upstream.url))
// Before the gateway, which waits for its answers.
afterAll(() => upstream.close())
upstream.behave(socket => void socket.write(whole('[]')))
const cookie = await signIn(gateway, { token: TOKEN })

const behave = (answer: (socket: Socket) => unknown) => behaveUntilClosed(upstream, answer)

const replay = () =>
  new ReplayClient(gateway.url, TOKEN).post('replays', { ...RANGE, events: [{ id: '1' }] })
const signInStatus = async () => {
  const { statusCode, body } = await request(`${gateway.url}/gateway/session`, {
    method: 'POST',
    headers: { ...FROM_DASHBOARD, ...JSON_BODY },
    body: JSON.stringify({ token: TOKEN }),
  })
  await body.dump()
  return statusCode
}
const detail = (text: string) => ({ detail: expect.stringContaining(text) })

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
    expect(await replay()).toEqual({ status: 502, body: detail(text) })
  })

  test('within the ratio of JSON is refused for a replay above 52 MiB', async () => {
    void packed('gzip', gzipSync(list, { level: 1 }))
    expect(await replay()).toEqual({ status: 502, body: detail('more than 52 MiB') })
  })

  describe('at sign-in', () => {
    // Otherwise the test service itself answers the request that checks the token.
    beforeEach(() => {
      upstream.takesTokens = false
    })
    afterEach(() => {
      upstream.takesTokens = true
    })

    test.each(bombs)('in %s is only read at its beginning', async (encoding, bomb) => {
      const closed = packed(encoding, bomb)
      expect(await signInStatus()).toBe(200)
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
