import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { FROM_DASHBOARD, JSON_BODY, signIn } from '../../testing/test-gateway.ts'

const both = gatewayAndUpstream()
const OWN = { authorization: `Token ${TOKEN}` }

describe('pass-through', () => {
  test('method, path, query, body, status and answer are unchanged', async () => {
    const cookie = await signIn(both.gateway, { token: TOKEN })
    both.upstream.requests.length = 0
    both.upstream.behave((_, response) => {
      response.writeHead(418, { 'content-type': 'text/plain' }).end('<p>Odd</p>')
    })
    const answered = await request(both.url('/v1/call_events_fail/?page=2&x=%20y&page_size=5'), {
      method: 'POST',
      headers: { ...FROM_DASHBOARD, ...JSON_BODY, cookie },
      body: '{"number": 9007199254740993}',
    })
    expect(answered.statusCode).toBe(418)
    expect(answered.headers['content-type']).toBe('text/plain')
    expect(answered.headers['cache-control']).toBe('no-store')
    expect(await answered.body.text()).toBe('<p>Odd</p>')
    const [asked] = both.upstream.requests
    expect(asked?.method).toBe('POST')
    expect(asked?.url).toBe('/v1/call_events_fail/?page=2&x=%20y&page_size=5')
    expect(asked?.body).toBe('{"number": 9007199254740993}')
  })

  test('the token is added; cookies and hop-by-hop headers are not passed on', async () => {
    const cookie = await signIn(both.gateway, { token: TOKEN })
    both.upstream.requests.length = 0
    both.upstream.behave((_, response) => {
      response.writeHead(200, { 'set-cookie': 'sessionid=theirs' }).end('[]')
    })
    const answered = await request(both.url('/v1/tn_prefixes/'), {
      headers: { cookie, 'x-forwarded-host': 'evil.example', 'sec-fetch-mode': 'cors' },
    })
    expect(answered.headers['set-cookie']).toBeUndefined()
    const headers = both.upstream.requests[0]?.headers ?? {}
    expect(headers.authorization).toBe(`Token ${TOKEN}`)
    expect(headers.cookie).toBeUndefined()
    expect(headers['sec-fetch-mode']).toBeUndefined()
    // A service that checks hosts would refuse our host name.
    expect(headers['x-forwarded-host']).toBeUndefined()
    expect(headers['x-forwarded-proto']).toBeUndefined()
    expect(headers.host).toBe(new URL(both.upstream.url).host)
  })

  test('headers that belong to one connection stay on it, in both directions', async () => {
    both.upstream.behave((_, response) => {
      response
        .writeHead(200, {
          connection: 'close, x-hop',
          'keep-alive': 'timeout=1',
          'x-hop': '1',
          etag: '2',
        })
        .end('[]')
    })
    const { port } = new URL(both.gateway.url)
    const ask = httpRequest({
      port,
      path: '/v1/tn_prefixes/',
      headers: {
        ...OWN,
        connection: 'X-Named',
        'x-named': '1',
        te: 'trailers',
        forwarded: 'host=evil',
      },
    }).end()
    const [answered] = (await once(ask, 'response')) as [IncomingMessage]
    answered.resume()
    expect(answered.headers).toMatchObject({ etag: '2' })
    expect(answered.headers['x-hop']).toBeUndefined()
    expect(answered.headers['keep-alive']).not.toBe('timeout=1')
    const headers = both.upstream.requests[0]?.headers ?? {}
    expect([headers['x-named'], headers.te, headers.forwarded]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('an answer that repeats a hop-by-hop header is passed on', async () => {
    both.upstream.behave((_, response) => {
      const headers = ['Connection', 'x-one', 'X-One', '1', 'Connection', 'x-two', 'X-Two', '2']
      response.writeHead(200, headers).end('[]')
    })
    const { statusCode, headers, body } = await request(both.url('/v1/tn_prefixes/'), {
      headers: OWN,
    })
    expect([statusCode, await body.text()]).toEqual([200, '[]'])
    expect([headers['x-one'], headers['x-two']]).toEqual([undefined, undefined])
  })

  test('a script that waits for 100 Continue gets its answer', async () => {
    const { port } = new URL(both.gateway.url)
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
    expect(both.upstream.requests[0]?.body).toBe('{"a":1}')
  })

  test('the pages of a service get no rights here', async () => {
    both.upstream.behave((_, response) => {
      response.writeHead(200, { 'content-security-policy': "script-src 'self'" }).end('<p>')
    })
    const { headers } = await request(both.url('/v1/anything/'))
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test("a script's own Authorization header takes precedence over the session, in one spelling", async () => {
    const own = 'b'.repeat(40)
    both.upstream.prove((_, response) => answer(response, 200, []))
    const cookie = await signIn(both.gateway, { token: TOKEN })
    both.upstream.requests.length = 0
    await request(both.url('/v2/company/'), { headers: { cookie, authorization: `token  ${own}` } })
    expect(both.upstream.requests[0]?.headers.authorization).toBe(`Token ${own}`)
  })

  test.each(['Basic bWU6c2VjcmV0', 'digest username="me"', 'Negotiate YII='])(
    'the password of a browser for a proxy, %s, is not passed on',
    async authorization => {
      const cookie = await signIn(both.gateway, { token: TOKEN })
      both.upstream.requests.length = 0
      for (const headers of [{ cookie }, { cookie, ...FROM_DASHBOARD }, {}]) {
        const method = 'x-redial-dashboard' in headers ? 'POST' : 'GET'
        await request(both.url('/v2/company/'), { method, headers: { ...headers, authorization } })
      }
      const own = `Token ${TOKEN}`
      expect(both.upstream.requests.map(({ headers }) => headers.authorization)).toEqual([
        own,
        own,
        undefined,
      ])
      // It does not authorise a change either, because any site may make a browser send it.
      const { statusCode } = await request(both.url('/v1/blocklist/'), {
        method: 'POST',
        headers: { cookie, authorization },
      })
      expect(statusCode).toBe(403)
      expect(both.upstream.requests).toHaveLength(3)
    },
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'a %s without either never reaches the service',
    async method => {
      const { statusCode, body } = await request(both.url('/v1/blocklist/'), { method })
      const detail = 'Authentication credentials were not provided.'
      expect([statusCode, await body.json()]).toEqual([401, { detail }])
      expect(both.upstream.requests).toEqual([])
    },
  )

  test('without either, the service answers 401 itself', async () => {
    const { statusCode, body } = await request(both.url('/v2/company/'))
    expect(statusCode).toBe(401)
    expect(await body.json()).toEqual({ detail: 'Invalid token.' })
    expect(both.upstream.requests[0]?.headers.authorization).toBeUndefined()
  })
})

describe('an answer of the service', () => {
  test('with a malformed header breaks nothing', async () => {
    both.upstream.behave((_, response) => {
      response.writeHead(200, { 'x-name': Buffer.from('Müller 🚗').toString('latin1') }).end('[]')
    })
    const { statusCode, body } = await request(both.url('/v1/x/'), { headers: OWN })
    expect([statusCode, await body.text()]).toEqual([200, '[]'])
  })

  test('a 503 of the service is passed on immediately', async () => {
    both.upstream.behave((_, response) => answer(response, 503, { detail: 'Busy.' }))
    expect((await request(both.url('/v1/call_events_fail/'))).statusCode).toBe(503)
    expect(both.upstream.requests).toHaveLength(1)
  })

  test('a GET with a body is sent without it, and answered', async () => {
    const { port } = new URL(both.gateway.url)
    const headers = { ...JSON_BODY, ...OWN, 'content-length': '7' }
    const ask = httpRequest({ port, path: '/v1/tn_prefixes/', headers }).end('{"a":1}')
    const [answered] = (await once(ask, 'response')) as [IncomingMessage]
    answered.resume()
    expect(answered.statusCode).toBe(200)
    expect(both.upstream.requests[0]?.body).toBe('')
  })

  test.each([
    [204, ''],
    [304, ''],
    [200, ''],
  ])('an empty answer, %i, is passed on', async (status, text) => {
    both.upstream.behave((_, response) => void response.writeHead(status).end(text))
    const { statusCode, body } = await request(both.url('/v1/x/'), { headers: OWN })
    expect([statusCode, await body.text()]).toEqual([status, ''])
  })
})
