import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { signIn, startTestGateway, type TestGateway } from '../../testing/test-gateway.ts'

const both = gatewayAndUpstream()
const OWN = { authorization: `Token ${TOKEN}` }

/** Sends the target unchanged; a URL library would normalise it. */
async function askRaw(
  path: string,
  headers: Record<string, string> = OWN,
  { url }: Pick<TestGateway, 'url'> = both.gateway,
) {
  const { hostname, port } = new URL(url)
  const asked = httpRequest({ hostname, port, path, headers }).end()
  const [answered] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answered.statusCode, headers: answered.headers, text: await text(answered) }
}

describe('request headers', () => {
  const IDENTITY = [
    'cf-connecting-ip',
    'client-cert',
    'client-ip',
    'fastly-client-ip',
    'forwarded',
    'remote-user',
    'true-client-ip',
    'x-amzn-oidc-identity',
    'x-authenticated-user',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-user',
    'x-goog-authenticated-user-email',
    'x-http-method-override',
    'x-original-url',
    'x-real-ip',
    'x-remote-user',
    'x-rewrite-url',
    'x-ssl-client-cert',
  ]

  test('a caller cannot add an identity, an address or another path to the token', async () => {
    const claimed = Object.fromEntries(IDENTITY.map(name => [name, 'admin']))
    const cookie = await signIn(both.gateway, { token: TOKEN })
    for (const caller of [{ cookie }, OWN]) {
      both.upstream.requests.length = 0
      await request(both.url('/v1/tn_prefixes/'), { headers: { ...caller, ...claimed } })
      const headers = both.upstream.requests[0]?.headers ?? {}
      expect(IDENTITY.filter(name => name in headers)).toEqual([])
      expect(headers.authorization).toBe(`Token ${TOKEN}`)
    }
  })

  test('headers that a script needs arrive unchanged', async () => {
    const needed = {
      accept: 'application/json;q=0.9',
      'accept-language': 'af',
      'content-type': 'application/json; charset=utf-8',
      'idempotency-key': 'k-1',
      'if-none-match': '"1"',
      'user-agent': 'script/1',
      'x-request-id': 'r-1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    }
    await request(both.url('/v1/blocklist/'), {
      method: 'POST',
      headers: { ...OWN, ...needed },
      body: '{"a":1}',
    })
    const [asked] = both.upstream.requests
    expect(asked?.headers).toMatchObject({ ...OWN, ...needed, 'content-length': '7' })
    expect(asked?.body).toBe('{"a":1}')
  })

  test('no encoding is requested whose decompressed size Redial could not limit', async () => {
    const askFor = async (encodings: string) => {
      both.upstream.requests.length = 0
      await request(both.url('/v1/x/'), { headers: { ...OWN, 'accept-encoding': encodings } })
      return both.upstream.requests[0]?.headers['accept-encoding']
    }
    expect(await askFor('gzip, deflate, br, zstd')).toBe('gzip, deflate, br')
    expect(await askFor('GZIP;q=0.5, *')).toBe('gzip;q=0.5')
    expect(await askFor('dcb, dcz')).toBe('identity')
  })
})

describe('our own service', () => {
  let own: TestGateway
  beforeAll(async () => {
    own = await startTestGateway(both.upstream.url, {
      own: {},
      allowedHosts: ['redial.example'],
    })
  })
  afterAll(() => own.close())

  const forwarded = async (headers: Record<string, string>) => {
    both.upstream.requests.length = 0
    await askRaw('/v2/company/', { ...OWN, ...headers }, own)
    const got = both.upstream.requests[0]?.headers ?? {}
    return ['host', 'proto', 'for'].map(name => got[`x-forwarded-${name}`])
  }

  test("gets the caller's address and host only from us", async () => {
    const claimed = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'ftp',
      'x-forwarded-for': '10.0.0.1',
    }
    const host = 'redial.example:8443'
    expect(await forwarded({ host, ...claimed })).toEqual([host, 'http', '127.0.0.1'])
    expect(await forwarded({ host: '[::1]:80' })).toEqual(['[::1]:80', 'http', '127.0.0.1'])
  })

  test.each(['evil.example/path', 'a@evil.example', 'a b', 'a?b', '"', 'a:b:c'])(
    'is not addressed by the host %j',
    async host => {
      both.upstream.requests.length = 0
      const { status } = await askRaw('/v2/company/', { ...OWN, host }, own)
      expect([400, 421]).toContain(status)
      expect(both.upstream.requests).toEqual([])
    },
  )
})

describe('a path that another parser would read differently is refused', () => {
  test.each([
    '/v1/..;/admin/',
    '/v1/;/x/',
    '/v1/x;a=1/',
    '/v1/x%3ba=1/',
    '/v1/../admin/',
    '/v1/%2e%2e/admin/',
    '/v1/.%2e/admin/',
    '/v1/./x/',
    '/v1/x/..',
    '/v1/a%2fb/',
    '/v1/a%5Cb/',
    '/v1/a\\..\\b/',
    '/v1/a%00b/',
    '/v1/a%0d%0ab/',
    '/v1/a%7fb/',
    '/v1/a%c2%85b/',
    '/v1/a%e2%80%a8b/',
    '/v1/%e2%80%a5/',
    '/v1/..%20/admin/',
    '/v1/%20../admin/',
    '/v1/.%e2%80%8b./admin/',
    '/v1/..%c2%ad/admin/',
    '/v1/..%3f/admin/',
    '/v1/..%23/admin/',
    '/v1/..%e2%88%95admin/',
    '/v1/%252e%252e/admin/',
    '/v1/a%252fb/',
    '/v1//admin/',
    '/v1/x//',
    '//v1/x/',
    '//other.example/v1/x/',
    'http://other.example/v1/x/',
    '/v1/%c0%ae%c0%ae/admin/',
    '/v1/%ff/',
    '/v1/%u002e/',
    '/v1/%zz/',
    '/v1/%',
    '/v1/%ef%bc%8e%ef%bc%8e/admin/',
    '/v1/a%ef%bc%8fb/',
    '/v1/x/#/../admin/',
    '/v1/x/?a=%00',
    '/v1/x/?a=b#c',
    '/v1/\u00e4/',
    '/v1/x/?a=\u00e4',
  ])('%j', async path => {
    const { status, text: body } = await askRaw(path)
    expect([400, 404]).toContain(status)
    expect(JSON.parse(body)).toEqual({ detail: expect.any(String) })
    expect(both.upstream.requests).toHaveLength(0)
  })
})

describe('a path of the interface arrives', () => {
  test.each([
    '/v1/call_events_fail/?from_date=2026-11-21&page=2',
    '/v1/+27%20(10)%20555/',
    '/v1/caf%C3%A9%20No.%201/',
    '/v1/100%25/',
    '/v1/a:b@c!$&,=~/',
    '/v1/x?next=https://a.example/b;c//d\\e/../f%2Fg%252e&a=1&a=2&empty',
    '/v1/x/?',
  ])('%s', async path => {
    const { status } = await askRaw(path)
    expect(status).toBe(200)
    expect(both.upstream.requests.map(({ url }) => url)).toEqual([path])
  })

  test('in normalised form, however it was escaped', async () => {
    await askRaw('/v1/%63aller/%2b27/caf%c3%a9%7E/')
    expect(both.upstream.requests.map(({ url }) => url)).toEqual(['/v1/caller/%2B27/caf%C3%A9~/'])
  })
})
