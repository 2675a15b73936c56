import { connect } from 'node:net'
import { request } from 'undici'
import { beforeEach, describe, expect, test } from 'vitest'
import { REAL_CLOCK } from '../../config/timings.ts'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { routesOf } from '../../testing/routes-of.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn } from '../../testing/test-gateway.ts'

let now = 0
const both = gatewayAndUpstream({ clock: { ...REAL_CLOCK, now: () => now } })
// A client that tried wrong tokens in an earlier test does not have to wait in this one.
beforeEach(() => {
  now += 60 * 60_000
})

const RANGE = { list: 'call_events_fail', from_date: '2026-11-21', to_date: '2026-11-22' }

/** The only routes that somebody without a session or a token may use. */
const OPEN = ['/gateway/session', '/gateway/notice-links']

/** All other routes of the gateway, as it has registered them. */
const protectedRoutes = () =>
  routesOf(both.gateway.app)
    .filter(({ url }) => url.startsWith('/gateway/') && !OPEN.includes(url))
    .map(({ method, url }) => ({ method, path: url.replaceAll(/:\w+/g, '1') }))

const REFUSED = { detail: 'Invalid token.' }
/** From now on the service refuses the token, for requests or in checks. */
const refuseRequests = () => both.upstream.behave((_, response) => answer(response, 401, REFUSED))
const refuse = () => both.upstream.prove((_, response) => answer(response, 401, REFUSED))

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

/** What the dashboard sends with a session. */
const post = (path: string, cookie: string, body: object) =>
  ask('POST', path, { cookie, ...FROM_DASHBOARD }, JSON.stringify(body))

/** The status and the headers of the answer to a request whose body never ends. */
function headOfAnswer(head: string[]): Promise<string> {
  const { port } = new URL(both.gateway.url)
  return new Promise((resolve, reject) => {
    let answered = ''
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${[...head, `Host: 127.0.0.1:${port}`].join('\r\n')}\r\n\r\n{`)
    })
    socket.on('data', chunk => {
      answered += chunk
      if (!answered.includes('\r\n\r\n')) return
      resolve(answered)
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`The connection ended: ${answered}`)))
  })
}

test('every route but the open ones refuses a request without a caller', async () => {
  expect(protectedRoutes().length).toBeGreaterThan(50)
  for (const { method, path } of protectedRoutes()) {
    const { status } = await ask(method, path, method === 'GET' ? {} : FROM_DASHBOARD)
    expect([method, path, status]).toEqual([method, path, 401])
  }
})

test('every route but the open ones refuses a made-up token', async () => {
  for (const { method, path } of protectedRoutes()) {
    // So many wrong tokens would otherwise have to wait.
    now += 60 * 60_000
    const { status } = await ask(method, path, { authorization: 'Token made-up' })
    expect([method, path, status]).toEqual([method, path, 401])
  }
  expect(both.upstream.requests).toEqual([])
})

test('changes by the cookie of a session are refused if another site sends them', async () => {
  const cookie = await signIn(both.gateway, { token: TOKEN })
  const foreign = { ...FROM_DASHBOARD, 'sec-fetch-site': 'cross-site', cookie }
  for (const { method, path } of protectedRoutes().filter(({ method }) => method !== 'GET')) {
    expect([path, (await ask(method, path, foreign)).status]).toEqual([path, 403])
  }
})

describe('before a body is read', () => {
  test.each([
    ['a 64 MB body for the service', 'POST /v1/blocklist/', 64_000_000, 401],
    ['one byte of a body for the service', 'POST /v1/blocklist/', 100, 401],
    ['a 13 MB replay run', 'POST /gateway/replays', 13_000_000, 401],
    ['a body for an address that leads nowhere', 'POST /gateway/nothing', 13_000_000, 404],
    ['a large sign-in', 'POST /gateway/session', 5_000, 413],
    ['a body that asks for options', 'OPTIONS /v1/blocklist/', 1_900_000, 401],
    ['a body for options that lead nowhere', 'OPTIONS /gateway/nothing', 100, 404],
    ['a body for a page that is open to everybody', 'POST /docs/', 100, 404],
  ])('%s is refused', async (_, line, length, status) => {
    const answered = await headOfAnswer([
      `${line} HTTP/1.1`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      'X-Redial-Dashboard: 1',
      'Sec-Fetch-Site: same-origin',
    ])
    expect(answered).toContain(`HTTP/1.1 ${status}`)
    expect(both.upstream.requests).toEqual([])
    expect(both.upstream.proofs).toEqual([])
  })

  test('a made-up token sends no body to the service', async () => {
    const answered = await headOfAnswer([
      'POST /v1/blocklist/ HTTP/1.1',
      'Content-Type: application/json',
      'Content-Length: 64000000',
      'Authorization: Token made-up-token',
    ])
    expect(answered).toContain('HTTP/1.1 401')
    expect(both.upstream.requests).toEqual([])
  })
})

test('an empty Authorization header, as a proxy may leave one, does not replace a session', async () => {
  const cookie = await signIn(both.gateway, { token: TOKEN })
  expect((await ask('GET', '/gateway/activity', { cookie, authorization: '' })).status).toBe(200)
})

test('a body that is too large for a small change is refused before it is parsed', async () => {
  const body = JSON.stringify({ url: 'x'.repeat(20_000) })
  const script = { authorization: `Token ${TOKEN}` }
  expect((await ask('PUT', '/gateway/receivers/27105550199', script, body)).status).toBe(413)
})

describe('one token in several spellings', () => {
  let id = ''
  beforeEach(async () => {
    both.upstream.prove((_, response) => answer(response, 200, []))
    const body = JSON.stringify({ ...RANGE, events: 'all' })
    const made = await ask('POST', '/gateway/replays', { authorization: `Token ${TOKEN}` }, body)
    id = made.body.id
  })

  test.each([`token ${TOKEN}`, `TOKEN   ${TOKEN}`, `Token\t${TOKEN}`])(
    '%j',
    async authorization => {
      expect((await ask('GET', `/gateway/replays/${id}`, { authorization })).status).toBe(200)
    },
  )
})

describe('a session whose token the service no longer accepts', () => {
  let cookie = ''
  beforeEach(async () => {
    cookie = await signIn(both.gateway, { token: TOKEN, name: 'Thandi' })
  })
  const isSignedIn = async () => (await ask('GET', '/gateway/session', { cookie })).body.signed_in

  test('ends with the next change, which is not made', async () => {
    const { status, body } = await post('/gateway/replays', cookie, { ...RANGE, events: 'all' })
    expect(status).toBe(201)
    refuse()
    const started = await post(`/gateway/replays/${body.id}/start`, cookie, {})
    expect([started.status, started.headers['x-redial-signed-out']]).toEqual([401, '1'])
    expect(started.body.detail).toContain('Sign in again')
    const { body: session } = await ask('GET', '/gateway/session', { cookie })
    expect(session).toMatchObject({ signed_in: false, ended: true })
  })

  test('ends when the service answers 401 to a request', async () => {
    refuseRequests()
    refuse()
    const { status, headers } = await ask('GET', '/v2/company/', { cookie })
    expect([status, headers['x-redial-signed-out']]).toEqual([401, '1'])
    // The token is checked once more, because a service that restarts may refuse everybody for a
    // moment.
    expect(both.upstream.proofs).toHaveLength(3)
    expect(await isSignedIn()).toBe(false)
  })

  test('ends for fifty requests at once, which are all answered', async () => {
    refuseRequests()
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
    refuseRequests()
    both.upstream.prove((_, response) => {
      both.upstream.prove((_request, again) => answer(again, 200, []))
      answer(response, 401, REFUSED)
    })
    expect((await ask('GET', '/v2/company/', { cookie })).status).toBe(401)
    expect(await isSignedIn()).toBe(true)
  })
})

test('a script whose token the service has just refused is refused everywhere immediately', async () => {
  const script = { authorization: `Token ${TOKEN}` }
  expect((await ask('GET', '/gateway/activity', script)).status).toBe(200)
  refuseRequests()
  refuse()
  expect((await ask('GET', '/v1/call_events_fail/', script)).status).toBe(401)
  expect((await ask('GET', '/gateway/activity', script)).status).toBe(401)
})

describe('a session that polls the states of its events', () => {
  const poll = (cookie: string) =>
    post('/gateway/event-states', cookie, { list: RANGE.list, event_ids: ['1'] })
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
    refuse()
    now += 60_000
    expect((await poll(cookie)).status).toBe(401)
  })

  test('sees nothing of the gateway’s copy a minute after the service could last check its token', async () => {
    const cookie = await signIn(both.gateway, { token: TOKEN, name: 'Thandi' })
    const copy = () =>
      Promise.all(
        ['', '/choices', '/groups', '/chart', '/rows', '/reading'].map(async path => {
          const more = { filter: 'cause', starts: '0,1', part: 'true' }
          const query = new URLSearchParams({ ...RANGE, ...more })
          return (await ask('GET', `/gateway/events${path}?${query}`, { cookie })).status
        }),
      )
    both.upstream.prove((_, response) => answer(response, 503, 'busy'))
    expect(await copy()).toEqual(Array(6).fill(200))
    now += 60_000
    expect((await poll(cookie)).status).toBe(200)
    expect(await copy()).toEqual(Array(6).fill(502))
  })

  test('has its token checked for each change', async () => {
    const cookie = await signIn(both.gateway, { token: TOKEN, name: 'Thandi' })
    const before = tokenChecks()
    await post('/gateway/handled-events', cookie, { ...RANGE, events: [{ id: '1' }] })
    expect(tokenChecks() - before).toBe(1)
  })
})
