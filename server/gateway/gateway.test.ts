import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  FROM_DASHBOARD,
  JSON_BODY,
  signIn,
  startTestGateway,
  type TestGateway,
} from '../testing/test-gateway.ts'
import { answer, startUpstream, type TestUpstream } from '../testing/test-upstream.ts'

const TOKEN = 'a'.repeat(40)
const EMPTY = { count: 0, next: null, previous: null, results: [] }

let upstream: TestUpstream
let gateway: TestGateway

beforeAll(async () => {
  upstream = await startUpstream(() => {})
  gateway = await startTestGateway(upstream.url)
})
afterAll(async () => {
  await gateway.close()
  await upstream.close()
})
beforeEach(() => {
  upstream.requests.length = 0
  upstream.behave((incoming, response) => {
    if (incoming.headers.authorization !== `Token ${TOKEN}`) {
      return answer(response, 401, { detail: 'Invalid token.' })
    }
    answer(response, 200, EMPTY)
  })
})

const url = (path: string) => `${gateway.url}${path}`
const session = async (init: RequestInit = {}) => {
  const response = await fetch(url('/gateway/session'), init)
  return { status: response.status, body: await response.json().catch(() => null), response }
}
const post = (body: unknown, headers: Record<string, string> = FROM_DASHBOARD) =>
  session({ method: 'POST', headers: { ...headers, ...JSON_BODY }, body: JSON.stringify(body) })

describe('session', () => {
  test('signing in proves the token and seals it where scripts cannot read it', async () => {
    const { status, body, response } = await post({ token: TOKEN, name: 'Thandi' })
    expect(status).toBe(200)
    expect(body).toEqual({
      signed_in: true,
      name: 'Thandi',
      service: 'api.example.com',
      time_zone: 'Africa/Johannesburg',
    })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).not.toContain(TOKEN)
    expect(upstream.requests.map(asked => asked.headers.authorization)).toEqual([`Token ${TOKEN}`])
  })

  test.each([
    ['a token that the service refuses', { token: 'b'.repeat(40) }, 401],
    ['a token that no header can hold', { token: 'ключ' }, 401],
    ['a blank token', { token: '  ' }, 400],
    ['no token', {}, 400],
    ['an unknown code', { code: 'nonsense' }, 401],
  ])('%s', async (_, body, status) => {
    const answered = await post(body)
    expect(answered.status).toBe(status)
    expect(answered.response.headers.getSetCookie()).toEqual([])
  })

  test('a service that is away is not a wrong token', async () => {
    upstream.behave((_, response) => void response.destroy())
    expect((await post({ token: TOKEN })).status).toBe(502)
    upstream.behave((_, response) => answer(response, 503, 'busy'))
    expect((await post({ token: TOKEN })).status).toBe(502)
  })

  test('a code signs in once', async () => {
    const code = gateway.codes.add(TOKEN)
    expect((await post({ code })).status).toBe(200)
    expect((await post({ code })).status).toBe(401)
  })

  test('signing out ends it', async () => {
    const cookie = await signIn(gateway, { token: TOKEN })
    expect((await session({ headers: { cookie } })).body.signed_in).toBe(true)
    const out = await session({ method: 'DELETE', headers: { ...FROM_DASHBOARD, cookie } })
    expect(out.status).toBe(204)
    expect(out.response.headers.getSetCookie()[0]).toMatch(/redial_session=;/)
  })

  test('a cookie that we did not seal is nobody', async () => {
    const { body } = await session({ headers: { cookie: 'redial_session=AAAA;BBBB' } })
    expect(body.signed_in).toBe(false)
  })
})

describe('requests that change something by the cookie come from the dashboard itself', () => {
  const without = (name: string, more: Record<string, string> = {}) => {
    const headers: Record<string, string> = { ...FROM_DASHBOARD, ...more }
    delete headers[name]
    return headers
  }

  test.each([
    ['without the header', without('x-redial-dashboard'), 403],
    ['from another site', without('', { 'sec-fetch-site': 'cross-site' }), 403],
    ['from a sibling site', without('', { 'sec-fetch-site': 'same-site' }), 403],
    ['with neither Sec-Fetch-Site nor Origin', without('sec-fetch-site'), 403],
    ['with a foreign Origin', without('sec-fetch-site', { origin: 'https://evil.example' }), 403],
    ['with the own Origin', without('sec-fetch-site', { origin: 'OWN' }), 201],
    ['from the dashboard', FROM_DASHBOARD, 201],
  ])('%s', async (_, headers: Record<string, string>, status) => {
    const cookie = await signIn(gateway, { token: TOKEN })
    upstream.behave((_, response) => answer(response, 201, {}))
    const { statusCode } = await request(url('/v1/blocklist/'), {
      method: 'POST',
      headers: {
        ...headers,
        ...JSON_BODY,
        cookie,
        ...(headers.origin === 'OWN' && { origin: gateway.url }),
      },
      body: '{}',
    })
    expect(statusCode).toBe(status)
    expect(upstream.requests.filter(asked => asked.method === 'POST')).toHaveLength(
      status === 201 ? 1 : 0,
    )
  })

  test('signing in and out, and replays', async () => {
    const foreign = { ...FROM_DASHBOARD, 'sec-fetch-site': 'cross-site' }
    const cookie = await signIn(gateway, { token: TOKEN })
    expect((await post({ token: TOKEN }, foreign)).status).toBe(403)
    const out = await session({ method: 'DELETE', headers: { ...foreign, cookie } })
    expect(out.status).toBe(403)
    const replay = await fetch(url('/gateway/replays'), {
      method: 'POST',
      headers: { ...foreign, ...JSON_BODY, cookie },
      body: JSON.stringify({
        list: 'call_events_fail',
        from_date: '2026-11-21',
        to_date: '2026-11-22',
        events: [{ id: '1' }],
      }),
    })
    expect(replay.status).toBe(403)
  })
})

describe('pass-through', () => {
  test('method, path, query, body, status and answer are unchanged', async () => {
    const cookie = await signIn(gateway, { token: TOKEN })
    upstream.requests.length = 0
    upstream.behave((_, response) => {
      response.writeHead(418, { 'content-type': 'text/html', 'x-own': 'kept' }).end('<p>Odd</p>')
    })
    const answered = await request(url('/v1/call_events_fail/?page=2&x=%20y&page_size=5'), {
      method: 'POST',
      headers: { ...FROM_DASHBOARD, ...JSON_BODY, cookie },
      body: '{"number": 9007199254740993}',
    })
    expect(answered.statusCode).toBe(418)
    expect(answered.headers['x-own']).toBe('kept')
    expect(answered.headers['cache-control']).toBe('no-store')
    expect(await answered.body.text()).toBe('<p>Odd</p>')
    const [asked] = upstream.requests
    expect(asked?.method).toBe('POST')
    expect(asked?.url).toBe('/v1/call_events_fail/?page=2&x=%20y&page_size=5')
    expect(asked?.body).toBe('{"number": 9007199254740993}')
  })

  test('the token is added; cookies and what belongs to this hop stay here', async () => {
    const cookie = await signIn(gateway, { token: TOKEN })
    upstream.requests.length = 0
    upstream.behave((_, response) => {
      response.writeHead(200, { 'set-cookie': 'sessionid=theirs' }).end('[]')
    })
    const answered = await request(url('/v1/tn_prefixes/'), {
      headers: { cookie, 'x-forwarded-host': 'evil.example', 'sec-fetch-mode': 'cors' },
    })
    expect(answered.headers['set-cookie']).toBeUndefined()
    const headers = upstream.requests[0]?.headers ?? {}
    expect(headers.authorization).toBe(`Token ${TOKEN}`)
    expect(headers.cookie).toBeUndefined()
    expect(headers['sec-fetch-mode']).toBeUndefined()
    expect(headers['x-forwarded-host']).toBe(new URL(gateway.url).host)
    expect(headers.host).toBe(new URL(upstream.url).host)
  })

  test('what belongs to one connection stays on it, in both directions', async () => {
    upstream.behave((_, response) => {
      response
        .writeHead(200, {
          connection: 'close, x-hop',
          'keep-alive': 'timeout=1',
          'x-hop': '1',
          'x-kept': '2',
        })
        .end('[]')
    })
    const { port } = new URL(gateway.url)
    const ask = httpRequest({
      port,
      path: '/v1/tn_prefixes/',
      headers: { connection: 'X-Named', 'x-named': '1', te: 'trailers', forwarded: 'host=evil' },
    }).end()
    const [answered] = (await once(ask, 'response')) as [IncomingMessage]
    answered.resume()
    expect(answered.headers).toMatchObject({ 'x-kept': '2' })
    expect(answered.headers['x-hop']).toBeUndefined()
    expect(answered.headers['keep-alive']).not.toBe('timeout=1')
    const headers = upstream.requests[0]?.headers ?? {}
    expect([headers['x-named'], headers.te, headers.forwarded]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('a script that waits for 100 Continue is answered as any other', async () => {
    const { port } = new URL(gateway.url)
    const ask = httpRequest({
      port,
      method: 'POST',
      path: '/v1/blocklist/',
      headers: { ...JSON_BODY, authorization: `Token ${TOKEN}`, expect: '100-continue' },
    })
    ask.on('continue', () => ask.end('{"a":1}'))
    ask.flushHeaders()
    const [answered] = (await once(ask, 'response')) as [IncomingMessage]
    answered.resume()
    expect(answered.statusCode).toBe(200)
    expect(upstream.requests[0]?.body).toBe('{"a":1}')
  })

  test("only our own service's pages bring a policy; somebody else's get no rights here", async () => {
    upstream.behave((_, response) => {
      response.writeHead(200, { 'content-security-policy': "script-src 'self'" }).end('<p>')
    })
    const policyOf = async (path: string) =>
      (await request(url(path))).headers['content-security-policy']
    expect(await policyOf('/docs/')).toBe("script-src 'self'")
    expect(await policyOf('/v1/anything/')).toContain("default-src 'none'")
  })

  test("a script's own Authorization header is passed on as it is", async () => {
    const cookie = await signIn(gateway, { token: TOKEN })
    upstream.requests.length = 0
    await request(url('/v2/company/'), { headers: { cookie, authorization: 'token  x y' } })
    expect(upstream.requests[0]?.headers.authorization).toBe('token  x y')
  })

  test('without either, the service says 401 itself', async () => {
    const { statusCode, body } = await request(url('/v2/company/'))
    expect(statusCode).toBe(401)
    expect(await body.json()).toEqual({ detail: 'Invalid token.' })
    expect(upstream.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('a redirect is passed on, not followed', async () => {
    upstream.behave((_, response) => void response.writeHead(301, { location: '/v1/x/' }).end())
    const { statusCode, headers } = await request(url('/v1/x'))
    expect([statusCode, headers.location]).toEqual([301, '/v1/x/'])
    expect(upstream.requests).toHaveLength(1)
  })

  test('a path cannot climb out of what is passed on', async () => {
    const { statusCode } = await request(`${gateway.url}/v1/%2e%2e/telephony/v1/`)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(upstream.requests).toHaveLength(0)
  })

  test('a service that hangs up is a 502 in JSON, asked once', async () => {
    upstream.behave((_, response) => void response.destroy())
    const { statusCode, body } = await request(url('/v1/call_events_fail/'))
    expect(statusCode).toBe(502)
    expect(await body.json()).toEqual({
      detail: 'The call-tracking service cannot be reached.',
    })
    expect(upstream.requests).toHaveLength(1)
  })

  test('a 503 of the service is passed on at once', async () => {
    upstream.behave((_, response) => answer(response, 503, { detail: 'Busy.' }))
    expect((await request(url('/v1/call_events_fail/'))).statusCode).toBe(503)
    expect(upstream.requests).toHaveLength(1)
  })
})

test('a body that is not understood is answered field by field', async () => {
  const response = await fetch(url('/gateway/replays'), {
    method: 'POST',
    headers: { ...JSON_BODY, authorization: `Token ${TOKEN}` },
    body: JSON.stringify({ list: 'others', from_date: 'today', events: [{ id: '' }] }),
  })
  expect(response.status).toBe(400)
  const body = await response.json()
  expect(Object.keys(body).sort()).toEqual(['events', 'from_date', 'list', 'to_date'])
  expect(body.events[0].id).toEqual([expect.any(String)])
})

test('a path that is nobody’s is a 404 in JSON', async () => {
  const response = await fetch(url('/nowhere/'))
  expect([response.status, await response.json()]).toEqual([404, { detail: 'Not found.' }])
})

test('a path that cannot be read is one of those', async () => {
  for (const path of ['/%zz', '/v1/%zz']) {
    const { statusCode, body } = await request(url(path))
    expect([statusCode, await body.json()]).toEqual([404, { detail: 'Not found.' }])
  }
})

test('what is no request at all is told so in JSON too', async () => {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
  socket.write('nonsense\r\n\r\n')
  const [, body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(JSON.parse(body)).toEqual({ detail: 'The request is not valid HTTP.' })
})
