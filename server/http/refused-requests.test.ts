import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { closedAfterAll } from '../testing/closed-after-each.ts'
import { answer, startUpstream } from '../testing/peers/test-upstream.ts'
import { startTestGateway } from '../testing/test-gateway.ts'
import { BODY_LIMIT } from './body-limit.ts'
import { openRawClient } from './testing/raw-client.ts'
import { parseTrustProxy } from './trusted-proxies.ts'

const TOKEN = `Token ${'a'.repeat(40)}`

const upstream = await closedAfterAll(startUpstream(() => {}))
const gateway = await closedAfterAll(
  startTestGateway(upstream.url, {
    allowedHosts: ['redial.example.com'],
    // This sends the caller's host to the service.
    own: {},
    trustProxy: parseTrustProxy('127.0.0.1') ?? undefined,
  }),
)
beforeEach(() => {
  upstream.requests.length = 0
  upstream.behave((_, response) => answer(response, 200, []))
})

async function ask(head: string, body = '') {
  const client = await openRawClient(gateway.url)
  await client.send(`${head}Connection: close\r\n\r\n${body}`)
  const [answered = '', text = ''] = (await client.everything()).split('\r\n\r\n')
  client.close()
  return { status: Number(answered.split(' ')[1]), head: answered, text }
}

describe('bodies', () => {
  const POST = `POST /v1/blocklist/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${TOKEN}\r\nContent-Type: application/json\r\n`

  test('one that announces 64 MB is refused before any of it is sent', async () => {
    const { status, text } = await ask(`${POST}Content-Length: 64000000\r\n`)
    expect(status).toBe(413)
    expect(JSON.parse(text)).toEqual({
      detail: 'The request is too large. Send it in several parts.',
    })
    expect(upstream.requests).toEqual([])
  })

  test.each(['/v1/blocklist/', '/gateway/session'])(
    'one to %s without a length is refused when too much of it has arrived',
    async path => {
      const answered = await fetch(`${gateway.url}${path}`, {
        method: 'POST',
        headers: { authorization: TOKEN, 'content-type': 'application/json' },
        body: new Blob([`{"a":"${'x'.repeat(BODY_LIMIT)}"}`]).stream(),
        duplex: 'half',
      } as RequestInit)
      expect(answered.status).toBe(413)
      expect(await answered.json()).toEqual({
        detail: 'The request is too large. Send it in several parts.',
      })
      expect(upstream.requests).toEqual([])
    },
  )

  test('one that breaks off is not logged as a failure', async () => {
    const client = await openRawClient(gateway.url)
    await client.send(`${POST}Content-Length: 2\r\n\r\n{`)
    client.close()
    expect((await ask('GET /v1/tn_prefixes/ HTTP/1.1\r\nHost: localhost\r\n')).status).toBe(200)
    expect(upstream.requests.map(({ method }) => method)).toEqual(['GET'])
  })

  test('the largest allowed body passes, byte for byte', async () => {
    const body = `"${'x'.repeat(BODY_LIMIT - 2)}"`
    for (const sent of [body, new Blob([body]).stream()]) {
      const answered = await fetch(`${gateway.url}/v1/blocklist/`, {
        method: 'POST',
        headers: { authorization: TOKEN, 'content-type': 'application/json' },
        body: sent,
        duplex: 'half',
      } as RequestInit)
      expect(answered.status).toBe(200)
    }
    expect(upstream.requests.map(request => request.body === body)).toEqual([true, true])
  })
})

describe('a body whose end two programs may see in different places', () => {
  const SMUGGLED = `GET /v1/smuggled/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${TOKEN}\r\n\r\n`

  test.each([
    ['has a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['has chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n'],
    ['has two lengths', 'Content-Length: 0\r\nContent-Length: 5\r\n'],
    ['has a list of lengths', 'Content-Length: 0, 5\r\n'],
    ['has a length with a sign', 'Content-Length: +5\r\n'],
    ['has a coding that nobody knows', 'Transfer-Encoding: xchunked\r\n'],
    ['has chunks, and then another coding', 'Transfer-Encoding: chunked, identity\r\n'],
    ['has a space before the colon', 'Transfer-Encoding : chunked\r\n'],
    ['has a folded line', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n'],
  ])('is refused, and nothing after it is parsed as a request: it %s', async (_, lines) => {
    const { status } = await ask(
      `POST /v1/blocklist/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${TOKEN}\r\nContent-Type: application/json\r\n${lines}`,
      `0\r\n\r\n${SMUGGLED}`,
    )
    expect(status).toBe(400)
    expect(upstream.requests).toEqual([])
  })
})

describe('names', () => {
  const get = (host: string, more = '') =>
    ask(`GET /v1/tn_prefixes/ HTTP/1.1\r\n${host}Authorization: ${TOKEN}\r\n${more}`)

  test.each([
    'rebound.example',
    'redial.example.com.rebound.example',
    'localhost.rebound.example',
    '127.0.0.1.rebound.example:4400',
    '2130706433',
  ])('a request for %s is refused with a message that says what to do', async name => {
    const { status, text } = await get(`Host: ${name}\r\n`)
    expect(status).toBe(421)
    expect(JSON.parse(text).detail).toMatch(/does not answer requests for .*ALLOWED_HOSTS/)
    expect(upstream.requests).toEqual([])
  })

  test.each([
    ['none', ''],
    ['an empty one', 'Host:\r\n'],
    ['two', 'Host: localhost, rebound.example\r\n'],
    ['one with a user', 'Host: localhost@rebound.example\r\n'],
    ['half an address', 'Host: [::1\r\n'],
  ])('a request that names %s is refused in JSON', async (_, host) => {
    const { status, text } = await get(host)
    expect(status).toBe(400)
    expect(JSON.parse(text)).toEqual({ detail: expect.any(String) })
  })

  test.each([
    'localhost',
    'LOCALHOST:4400',
    'redial.localhost',
    '127.0.0.1:4400',
    '10.0.0.7',
    '[::1]:4400',
    'redial.example.com',
    'Redial.Example.Com.:443',
  ])('%s is accepted', async host => {
    expect((await get(`Host: ${host}\r\n`)).status).toBe(200)
  })

  test('a page under another name cannot read anything, including pages and unknown paths', async () => {
    for (const path of ['/', '/metrics', '/gateway/session', '/docs/', '/nowhere']) {
      const { status } = await ask(`GET ${path} HTTP/1.1\r\nHost: rebound.example\r\n`)
      expect(status).toBe(421)
    }
  })
})

describe('proxies', () => {
  const get = (headers: Record<string, string>) =>
    fetch(`${gateway.url}/v1/tn_prefixes/`, { headers: { authorization: TOKEN, ...headers } })

  test('a trusted one reports the host and the scheme', async () => {
    await get({ 'x-forwarded-host': 'redial.example.com', 'x-forwarded-proto': 'https' })
    expect(upstream.requests[0]?.headers).toMatchObject({
      'x-forwarded-host': 'redial.example.com',
      'x-forwarded-proto': 'https',
    })
  })

  test('the host that it reports has to be a known one, too', async () => {
    expect((await get({ 'x-forwarded-host': 'rebound.example' })).status).toBe(421)
  })

  test('such headers of other clients change nothing', async () => {
    const untrusting = await startTestGateway(upstream.url, { own: {} })
    onTestFinished(() => untrusting.close())
    await fetch(`${untrusting.url}/v1/tn_prefixes/`, {
      headers: {
        authorization: TOKEN,
        'x-forwarded-host': 'rebound.example',
        'x-forwarded-proto': 'https',
      },
    })
    expect(upstream.requests[0]?.headers).toMatchObject({
      'x-forwarded-host': new URL(untrusting.url).host,
      'x-forwarded-proto': 'http',
    })
  })
})
