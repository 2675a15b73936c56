// Long: hundreds of wrong tokens are tried.
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { REAL_CLOCK } from '../../config/timings.ts'
import { detailError, HttpError } from '../../http/http-error.ts'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { answer, startUpstream } from '../../testing/peers/test-upstream.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn, startTestGateway } from '../../testing/test-gateway.ts'
import { FailedTries, FREE_TRIES, FREE_TRIES_OF_OWN_SERVICE } from './failed-tries.ts'

const WRONG = detailError(401, 'Invalid token.')
const isWrong = (error: unknown) => error === WRONG

describe('a client that tries wrong tokens', () => {
  let now = 0
  const make = () => {
    now = 1
    return new FailedTries({ now: () => now })
  }
  const fail = (tries: FailedTries, address = '192.0.2.1') =>
    tries.attempt(address, () => Promise.reject(WRONG), isWrong).catch((error: unknown) => error)
  /** The seconds that a client has to wait; null if it may try. */
  const waitOf = async (tries: FailedTries, address?: string) => {
    const error = await fail(tries, address)
    if (!(error instanceof HttpError) || error.status !== 429) return null
    return Number(error.headers['retry-after'])
  }

  test('delays grow after ten failures, up to a minute', async () => {
    const tries = make()
    for (let wrong = 1; wrong <= FREE_TRIES; wrong++) expect(await waitOf(tries)).toBeNull()
    const waits: (number | null)[] = []
    for (let more = 0; more < 8; more++) {
      waits.push(await waitOf(tries))
      now += (waits.at(-1) ?? 0) * 1_000
      await fail(tries)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  test('cannot make a hundred attempts at once instead', async () => {
    const tries = make()
    const answers = await Promise.all(Array.from({ length: 100 }, () => fail(tries)))
    expect(answers.filter(error => error === WRONG)).toHaveLength(FREE_TRIES)
  })

  test('starts from zero after a quarter of an hour', async () => {
    const tries = make()
    for (let wrong = 1; wrong <= FREE_TRIES; wrong++) await fail(tries)
    now += 15 * 60_000 + 1
    expect(await waitOf(tries)).toBeNull()
    expect(await waitOf(tries)).toBeNull()
  })

  test('does not slow down another client', async () => {
    const tries = make()
    for (let wrong = 1; wrong <= 2 * FREE_TRIES; wrong++) await fail(tries)
    expect(await waitOf(tries, '192.0.2.2')).toBeNull()
  })

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', 'one network of 64 bits', false],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 'two networks', true],
    ['::ffff:192.0.2.9', '192.0.2.9', 'one IPv4 address, written in two ways', false],
    ['2001:db8::1', '2001:db8:0:0:5::1', 'one network, written in two ways', false],
  ])('is the same at %s and %s: %s', async (first, second, _, isFree) => {
    const tries = make()
    for (let wrong = 1; wrong <= FREE_TRIES; wrong++) await fail(tries, first)
    expect((await waitOf(tries, second)) === null).toBe(isFree)
  })

  test('is not slowed down by answers other than a refusal', async () => {
    const tries = make()
    const busy = detailError(502, 'away')
    for (let more = 0; more < 50; more++) {
      const error = await tries
        .attempt('192.0.2.1', () => Promise.reject(busy), isWrong)
        .catch((thrown: unknown) => thrown)
      expect(error).toBe(busy)
    }
  })
})

describe('300 wrong tokens', () => {
  const lines: string[] = []
  const logger = pino(
    { level: 'warn' },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  let now = 0
  const both = gatewayAndUpstream({ logger, clock: { ...REAL_CLOCK, now: () => now } })
  let cookie = ''
  beforeAll(async () => {
    cookie = await signIn(both.gateway, { token: TOKEN })
  })
  const Line = z.object({ msg: z.string(), client: z.string().optional() })

  test.each([
    ['/v1/call_events_fail/', 'GET'],
    ['/gateway/replays', 'GET'],
    ['/v1/blocklist/', 'POST'],
  ])(
    'at %s by %s: few are passed to the service, each of those is logged with its address',
    async (path, method) => {
      // A client that tried in an earlier test does not have to wait in this one.
      now += 60 * 60_000
      lines.length = 0
      const statuses: number[] = []
      for (let wrong = 0; wrong < 300; wrong++) {
        const { status } = await fetch(both.url(path), {
          method,
          headers: { authorization: `Token wrong-${wrong}` },
        })
        statuses.push(status)
      }
      const refused = statuses.filter(status => status === 401).length
      expect(refused).toBe(FREE_TRIES)
      expect(statuses.filter(status => status === 429)).toHaveLength(300 - FREE_TRIES)
      expect(both.upstream.proofs.length).toBe(refused)
      expect(both.upstream.requests).toEqual([])
      const logged = lines.map(line => Line.parse(JSON.parse(line)))
      expect(logged.map(({ msg, client }) => [msg, client])).toEqual(
        Array(refused).fill(['Failed authentication', '127.0.0.1']),
      )
      expect(lines.join()).not.toContain('wrong-')
      // Someone with a session at that address does not have to wait.
      const { status } = await fetch(both.url('/v1/call_events_fail/'), { headers: { cookie } })
      expect(status).toBe(200)
    },
  )

  test('the next sign-in from there has to wait, and the answer says how long', async () => {
    const { status, headers } = await fetch(both.url('/gateway/session'), {
      method: 'POST',
      headers: { ...FROM_DASHBOARD, ...JSON_BODY },
      body: JSON.stringify({ token: 'wrong' }),
    })
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})

test('our own service answers 401 to hundreds of wrong tokens, and a valid one never waits', async () => {
  const upstream = await startUpstream((_, response) => answer(response, 200, []))
  const gateway = await startTestGateway(upstream.url, {
    own: {
      accountOf: async authorization => {
        if (authorization !== `Token ${TOKEN}`) throw WRONG
        return 'partner 1'
      },
    },
  })
  onTestFinished(async () => {
    await gateway.close()
    await upstream.close()
  })
  const ask = async (token: string) =>
    (
      await fetch(`${gateway.url}/gateway/activity`, {
        headers: { authorization: `Token ${token}` },
      })
    ).status
  for (let tried = 0; tried < FREE_TRIES_OF_OWN_SERVICE; tried++) {
    expect(await ask(`wrong-${tried}`)).toBe(401)
  }
  expect(await ask('wrong')).toBe(429)
  expect(await ask(TOKEN)).toBe(200)
})
