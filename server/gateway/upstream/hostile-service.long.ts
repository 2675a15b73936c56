// Long: answers drip until their deadline or have a gigabyte.
import type { Socket } from 'node:net'
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

/** Every place that reads an answer. */
const readers: [place: string, (at: TestGateway) => Promise<{ status: number; body: unknown }>][] =
  [
    [
      'at sign-in',
      at =>
        json(
          request(`${at.url}/gateway/session`, {
            method: 'POST',
            headers: { ...FROM_DASHBOARD, ...JSON_BODY },
            body: JSON.stringify({ token: TOKEN }),
          }),
        ),
    ],
    ['for the dashboard', at => json(request(`${at.url}${PATH}`, { headers: { cookie } }))],
    [
      'for a script',
      at => json(request(`${at.url}${PATH}`, { headers: { authorization: `Token ${TOKEN}` } })),
    ],
    [
      'for the replay of one event',
      at => new ReplayClient(at.url, TOKEN).post('replays', { ...RANGE, events: [{ id: '1' }] }),
    ],
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
    const [, ask] = readers[3] ?? []
    expect(await ask?.(gateway)).toEqual({ status: 502, body: detail('more than 52 MiB') })
    await closed
  })

  test('the beginning of an endless answer is enough to check a token', async () => {
    upstream.takesTokens = false
    onTestFinished(() => {
      upstream.takesTokens = true
    })
    const closed = answerEndlessly()
    const [, ask] = readers[0] ?? []
    expect(await ask?.(gateway)).toMatchObject({ status: 200 })
    await closed
  })
})
