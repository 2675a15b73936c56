import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseTrustProxy } from '../../http/trusted-proxies.ts'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import {
  FROM_DASHBOARD,
  JSON_BODY,
  signIn,
  startTestGateway,
  type TestGateway,
} from '../../testing/test-gateway.ts'

const both = gatewayAndUpstream()

const session = async (init: RequestInit = {}) => {
  const response = await fetch(both.url('/gateway/session'), init)
  return { status: response.status, body: await response.json().catch(() => null), response }
}
const post = (body: unknown, headers: Record<string, string> = FROM_DASHBOARD) =>
  session({ method: 'POST', headers: { ...headers, ...JSON_BODY }, body: JSON.stringify(body) })

const WEEK = 7 * 24 * 60 * 60

/** The name of the one cookie that is set, and its attributes in alphabetical order. */
function partsOf(setCookie: string | string[] | undefined): string[] {
  expect([setCookie].flat()).toHaveLength(1)
  const [pair = '', ...attributes] = String(setCookie).split('; ')
  return [pair.split('=')[0] ?? '', ...attributes.toSorted()]
}

describe('session', () => {
  test('signing in checks the token and stores it where scripts cannot read it', async () => {
    const { status, body, response } = await post({ token: TOKEN, name: 'Thandi' })
    expect(status).toBe(200)
    expect(body).toEqual({
      signed_in: true,
      name: 'Thandi',
      account_key: expect.stringMatching(/^[\w-]{22}$/),
      service: 'api.example.com',
      time_zone: 'Africa/Johannesburg',
      is_foreign: true,
    })
    const [cookie = ''] = response.headers.getSetCookie()
    // Over plain HTTP, browsers accept neither Secure nor a name that requires it.
    expect(partsOf(cookie)).toEqual([
      'redial',
      'HttpOnly',
      `Max-Age=${WEEK}`,
      'Path=/',
      'SameSite=Strict',
    ])
    expect(cookie).not.toContain(TOKEN)
    expect(both.upstream.proofs.map(asked => asked.headers.authorization)).toEqual([
      `Token ${TOKEN}`,
    ])
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

  test('an unavailable service does not count as a wrong token', async () => {
    both.upstream.prove((_, response) => void response.destroy())
    expect((await post({ token: TOKEN })).status).toBe(502)
    both.upstream.prove((_, response) => answer(response, 503, 'busy'))
    expect((await post({ token: TOKEN })).status).toBe(502)
  })

  test.each<[string, number, string, Record<string, string>, number, string]>([
    ['a web site', 200, '<!doctype html>', {}, 502, 'something other than JSON'],
    ['something else', 200, '{"hello":"world"}', {}, 502, 'something other than a list'],
    ['a service that fails', 500, 'x', {}, 502, 'it answered with the status 500'],
    ['a site that knows no such page', 404, '<!doctype html>', {}, 502, 'the status 404'],
    ['a firewall', 403, '\n<html>', {}, 502, 'a web page and the status 403'],
    ['a service that moved', 301, '', { location: 'https://new.example/v1/' }, 502, 'new.example'],
    ['one that takes no such question', 400, '{}', {}, 502, 'the status 400'],
    ['a busy service', 429, '{}', { 'retry-after': '30' }, 429, 'asks for a pause'],
  ])(
    'the answer of %s does not prove a token',
    async (_, given, text, headers, status, expected) => {
      both.upstream.prove((_request, response) => void response.writeHead(given, headers).end(text))
      const answered = await post({ token: TOKEN })
      expect(answered.status).toBe(status)
      expect(answered.body.detail).toContain(expected)
      expect(answered.response.headers.getSetCookie()).toEqual([])
      expect(answered.response.headers.get('retry-after')).toBe(headers['retry-after'] ?? null)
    },
  )

  test.each([
    ['may not read failed events', 403, 200],
    ['is shown no failed events', 404, 200],
    ['is shown no failed events, and may not read the blocklist', 404, 403],
  ])('a token that %s is valid', async (_, events, blocklist) => {
    both.upstream.prove((asked, response) => {
      const status = asked.url?.startsWith('/v1/blocklist/') ? blocklist : events
      answer(response, status, status === 200 ? [] : { detail: 'No.' })
    })
    expect((await post({ token: TOKEN })).status).toBe(200)
  })

  test('a name cannot contain characters that disguise it', async () => {
    const { body } = await post({ token: TOKEN, name: 'Thandi\u202eidnahT' })
    expect(body.name).toBe('Thandi\ufffdidnahT')
  })

  test('the account has one key for browsers, whoever uses its token, and another has another', async () => {
    const keyOf = async (body: object) => String((await post(body)).body.account_key)
    const key = await keyOf({ token: TOKEN, name: 'Thandi' })
    expect(await keyOf({ token: TOKEN })).toBe(key)
    expect(await keyOf({ token: 'c'.repeat(40) })).not.toBe(key)
    const cookie = await signIn(both.gateway, { token: TOKEN })
    expect((await session({ headers: { cookie } })).body.account_key).toBe(key)
    expect((await session({})).body).not.toHaveProperty('account_key')
  })

  test('signing in again ends the previous session', async () => {
    const before = await signIn(both.gateway, { token: TOKEN })
    const again = await post({ token: TOKEN }, { ...FROM_DASHBOARD, cookie: before })
    const [after = ''] = again.response.headers.getSetCookie().map(line => line.split(';')[0])
    expect(after).not.toBe(before)
    expect((await session({ headers: { cookie: before } })).body.signed_in).toBe(false)
    expect((await session({ headers: { cookie: after } })).body.signed_in).toBe(true)
  })

  test('signing out ends the session, also for a copied cookie', async () => {
    const cookie = await signIn(both.gateway, { token: TOKEN })
    expect((await session({ headers: { cookie } })).body.signed_in).toBe(true)
    const out = await session({ method: 'DELETE', headers: { ...FROM_DASHBOARD, cookie } })
    expect(out.status).toBe(204)
    expect(out.response.headers.getSetCookie()[0]).toMatch(/redial=;/)
    expect((await session({ headers: { cookie } })).body.signed_in).toBe(false)
    const { statusCode } = await request(both.url('/gateway/replays'), { headers: { cookie } })
    expect(statusCode).toBe(401)
  })
})

describe('behind a proxy that ends TLS, with an https PUBLIC_URL', () => {
  let secure: TestGateway
  beforeAll(async () => {
    secure = await startTestGateway(both.upstream.url, {
      publicUrl: 'https://redial.example.com',
      trustProxy: parseTrustProxy('127.0.0.1') ?? undefined,
    })
  })
  afterAll(() => secure.close())

  const ask = (method: 'GET' | 'DELETE', cookie: string) =>
    request(`${secure.url}/gateway/session`, { method, headers: { ...FORWARDED, cookie } })
  const signInFrom = (client: string, token: string) =>
    request(`${secure.url}/gateway/session`, {
      method: 'POST',
      headers: { ...FORWARDED, ...JSON_BODY, 'x-forwarded-for': client },
      body: JSON.stringify({ token }),
    })
  const FORWARDED = {
    ...FROM_DASHBOARD,
    host: 'redial.example.com',
    'x-forwarded-for': '203.0.113.1',
  }

  test('the cookie is sent over HTTPS only, and no sibling host can set it', async () => {
    const { statusCode, headers } = await signInFrom('203.0.113.1', TOKEN)
    expect(statusCode).toBe(200)
    expect(partsOf(headers['set-cookie'])).toEqual([
      '__Host-redial',
      'HttpOnly',
      `Max-Age=${WEEK}`,
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ])
    const [cookie = ''] = String(headers['set-cookie']).split(';')
    const sessionOf = async (pair: string) => (await ask('GET', pair)).body.json()
    expect(await sessionOf(cookie)).toMatchObject({ signed_in: true })
    // The name that a sibling host can set.
    expect(await sessionOf(cookie.replace('__Host-', ''))).toMatchObject({ signed_in: false })
    const out = await ask('DELETE', cookie)
    expect(partsOf(out.headers['set-cookie'])).toEqual(
      expect.arrayContaining(['__Host-redial', 'Max-Age=0', 'Path=/', 'Secure']),
    )
  })

  test('70 wrong tokens of one person do not block a colleague at another address', async () => {
    const statuses: number[] = []
    for (let wrong = 0; wrong < 70; wrong++) {
      const { statusCode, body } = await signInFrom('203.0.113.7', `wrong-${wrong}`)
      await body.dump()
      statuses.push(statusCode)
    }
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect((await signInFrom('203.0.113.8', TOKEN)).statusCode).toBe(200)
  })
})

describe('requests that change something by the cookie must come from the dashboard itself', () => {
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
    const cookie = await signIn(both.gateway, { token: TOKEN })
    both.upstream.behave((_, response) => answer(response, 201, {}))
    const { statusCode } = await request(both.url('/v1/blocklist/'), {
      method: 'POST',
      headers: {
        ...headers,
        ...JSON_BODY,
        cookie,
        ...(headers.origin === 'OWN' && { origin: both.gateway.url }),
      },
      body: '{}',
    })
    expect(statusCode).toBe(status)
    expect(both.upstream.requests.filter(asked => asked.method === 'POST')).toHaveLength(
      status === 201 ? 1 : 0,
    )
  })

  test('signing in and out', async () => {
    const foreign = { ...FROM_DASHBOARD, 'sec-fetch-site': 'cross-site' }
    const cookie = await signIn(both.gateway, { token: TOKEN })
    expect((await post({ token: TOKEN }, foreign)).status).toBe(403)
    const out = await session({ method: 'DELETE', headers: { ...foreign, cookie } })
    expect(out.status).toBe(403)
  })
})
