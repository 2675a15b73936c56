import type { ServerResponse } from 'node:http'
import { request } from 'undici'
import { beforeEach, describe, expect, test } from 'vitest'
import { REAL_CLOCK } from '../../config/timings.ts'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn } from '../../testing/test-gateway.ts'

let now = 0
const both = gatewayAndUpstream({ clock: { ...REAL_CLOCK, now: () => now } })
// A client that tried wrong tokens in an earlier test does not have to wait in this one.
beforeEach(() => {
  now += 60 * 60_000
})

const RANGE = { list: 'call_events_fail', from_date: '2026-11-21', to_date: '2026-11-22' }

const ask = async (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
) => {
  const answered = await request(both.url(path), {
    method: method as 'GET',
    headers: { ...(body !== undefined && JSON_BODY), ...headers },
    body,
  })
  const text = await answered.body.text()
  return { status: answered.statusCode, headers: answered.headers, body: text && JSON.parse(text) }
}

describe('a session whose token the service no longer accepts', () => {
  let cookie = ''
  beforeEach(async () => {
    cookie = await signIn(both.gateway, { token: TOKEN, name: 'Thandi' })
  })
  const refuse = () =>
    both.upstream.prove((_, response) => answer(response, 401, { detail: 'Invalid token.' }))
  const isSignedIn = async () => (await ask('GET', '/gateway/session', { cookie })).body.signed_in

  test('ends with the next change, which is not made', async () => {
    const { status, body } = await ask(
      'POST',
      '/gateway/replays',
      { cookie, ...FROM_DASHBOARD },
      JSON.stringify({ ...RANGE, events: 'all' }),
    )
    expect(status).toBe(201)
    refuse()
    const started = await ask(
      'POST',
      `/gateway/replays/${body.id}/start`,
      { cookie, ...FROM_DASHBOARD },
      '{}',
    )
    expect([started.status, started.headers['x-redial-signed-out']]).toEqual([401, '1'])
    expect(started.body.detail).toContain('Sign in again')
    const { body: session } = await ask('GET', '/gateway/session', { cookie })
    expect(session).toMatchObject({ signed_in: false, ended: true })
  })

  test('ends when the service answers 401 to a request', async () => {
    both.upstream.behave((_, response) => answer(response, 401, { detail: 'Invalid token.' }))
    refuse()
    const { status, headers } = await ask('GET', '/v2/company/', { cookie })
    expect([status, headers['x-redial-signed-out']]).toEqual([401, '1'])
    // The token is checked once more, because a service that restarts may refuse everybody for a
    // moment.
    expect(both.upstream.proofs).toHaveLength(3)
    expect(await isSignedIn()).toBe(false)
  })

  test('ends for fifty requests at once, which are all answered', async () => {
    both.upstream.behave((_, response) => answer(response, 401, { detail: 'Invalid token.' }))
    refuse()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask('GET', '/v1/call_events_fail/', { cookie })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(await isSignedIn()).toBe(false)
  })

  test('continues after a 401 for another reason', async () => {
    const detail = 'call2lead is not set up.'
    both.upstream.behave((_, response) => answer(response, 401, { detail }))
    const { status, headers, body } = await ask('GET', '/v2/company/', { cookie })
    expect([status, body.detail]).toEqual([401, detail])
    expect(headers['x-redial-signed-out']).toBeUndefined()
    expect(await isSignedIn()).toBe(true)
  })

  test('continues if the service refuses the token once and then accepts it', async () => {
    both.upstream.behave((_, response) => answer(response, 401, { detail: 'Invalid token.' }))
    both.upstream.prove((_, response) => {
      both.upstream.prove((_request, again) => answer(again, 200, []))
      answer(response, 401, { detail: 'Invalid token.' })
    })
    expect((await ask('GET', '/v2/company/', { cookie })).status).toBe(401)
    expect(await isSignedIn()).toBe(true)
  })
})

test('a script whose token the service has just refused is refused everywhere immediately', async () => {
  const script = { authorization: `Token ${TOKEN}` }
  expect((await ask('GET', '/gateway/activity', script)).status).toBe(200)
  const refuse = (_: unknown, response: ServerResponse) =>
    answer(response, 401, { detail: 'Invalid token.' })
  both.upstream.behave(refuse)
  both.upstream.prove(refuse)
  expect((await ask('GET', '/v1/call_events_fail/', script)).status).toBe(401)
  expect((await ask('GET', '/gateway/activity', script)).status).toBe(401)
})

describe('a session that polls the states of its events', () => {
  const poll = (cookie: string) =>
    ask(
      'POST',
      '/gateway/event-states',
      { cookie, ...FROM_DASHBOARD },
      JSON.stringify({ list: RANGE.list, event_ids: ['1'] }),
    )
  const tokenChecks = () => both.upstream.proofs.length

  test('has its token checked once a minute', async () => {
    const cookie = await signIn(both.gateway, { token: TOKEN, name: 'Thandi' })
    const before = tokenChecks()
    for (let seconds = 5; seconds <= 120; seconds += 5) {
      now += 5_000
      expect((await poll(cookie)).status).toBe(200)
    }
    expect(tokenChecks() - before).toBe(2)
  })

  test('ends within a minute after the service has refused its token', async () => {
    const cookie = await signIn(both.gateway, { token: TOKEN, name: 'Thandi' })
    both.upstream.prove((_, response) => answer(response, 401, { detail: 'Invalid token.' }))
    now += 60_000
    expect((await poll(cookie)).status).toBe(401)
  })

  test('has its token checked for each change', async () => {
    const cookie = await signIn(both.gateway, { token: TOKEN, name: 'Thandi' })
    const before = tokenChecks()
    await ask(
      'POST',
      '/gateway/handled-events',
      { cookie, ...FROM_DASHBOARD },
      JSON.stringify({ ...RANGE, events: [{ id: '1' }] }),
    )
    expect(tokenChecks() - before).toBe(1)
  })
})
