import { gzipSync } from 'node:zlib'
import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { signIn } from '../../testing/test-gateway.ts'

const both = gatewayAndUpstream()
const OWN = { authorization: `Token ${TOKEN}` }

describe('headers that a service sends to browsers apply to its own origin', () => {
  const SAID = {
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600',
    'clear-site-data': '"*"',
    'content-disposition': 'attachment; filename="list.exe"',
    'content-security-policy-report-only': "default-src 'none'; report-uri https://other.example",
    'cross-origin-resource-policy': 'cross-origin',
    etag: '"1"',
    expires: 'Sat, 21 Nov 2099 10:00:00 GMT',
    link: '<https://other.example/x.js>; rel=preload; as=script',
    nel: '{"report_to":"other","max_age":99}',
    'referrer-policy': 'unsafe-url',
    refresh: '0; url=https://other.example',
    'report-to': '{"group":"other","max_age":99,"endpoints":[{"url":"https://other.example"}]}',
    'service-worker-allowed': '/',
    'set-cookie': 'redial_session=theirs',
    'speculation-rules': '"https://other.example/rules.json"',
    'strict-transport-security': 'max-age=9',
    'x-content-type-options': 'off',
    'x-frame-options': 'ALLOWALL',
  }
  const askAs = async (headers: Record<string, string>, status = 200, more = {}) => {
    both.upstream.behave((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...SAID, ...more })
      response.end('[]')
    })
    return (await request(both.url('/v1/call_events_fail/'), { headers })).headers
  }

  test('none of them arrive with an answer for the dashboard, and no answer is cached', async () => {
    const got = await askAs({ cookie: await signIn(both.gateway, { token: TOKEN }) })
    const theirs = Object.entries(SAID).filter(([name, value]) => got[name] === value)
    expect(theirs).toEqual([])
    expect(got).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    })
  })

  test('no browser is made to ask for a password', async () => {
    const basic = { 'www-authenticate': 'Basic realm="service"' }
    const signedIn = { cookie: await signIn(both.gateway, { token: TOKEN }) }
    expect((await askAs(signedIn, 401, basic))['www-authenticate']).toBe('Token')
    expect((await askAs({}, 401, basic))['www-authenticate']).toBe('Token')
    expect((await askAs(OWN, 401, basic))['www-authenticate']).toBe(basic['www-authenticate'])
  })

  test('a script with its own token gets the headers that are about the answer', async () => {
    const about = { etag: '"1"', 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT', allow: 'GET' }
    expect(await askAs(OWN, 200, about)).toMatchObject(about)
  })

  test.each([
    ['X-Accel-Redirect', '/internal/secret'],
    ['Link', '<https://other.example/x.js>; rel=preload; as=script'],
    ['Cache-Control', 'public, max-age=3600'],
    ['Set-Cookie', 'redial=theirs'],
    ['Access-Control-Allow-Origin', '*'],
    ['X-Of-Tomorrow', 'anything'],
  ])(
    'a script does not get %s of the service, and no cache keeps the answer',
    async (name, value) => {
      const headers = await askAs(OWN, 200, { [name]: value })
      expect(headers[name.toLowerCase()]).not.toBe(value)
      expect(headers['cache-control']).toBe('no-store')
    },
  )
})

describe('an answer that the dashboard cannot read becomes an error in JSON', () => {
  const PAGE = '<!doctype html><title>Not here</title>'
  const session = async () => ({ cookie: await signIn(both.gateway, { token: TOKEN }) })
  const html = (status: number, body: string | Buffer, headers = {}) =>
    both.upstream.behave((_, response) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
      response.end(body)
    })
  const ask = async (headers: Record<string, string>) => {
    const { statusCode, headers: got, body } = await request(both.url('/v1/x/?key=1'), { headers })
    return { status: statusCode, headers: got, text: await body.text() }
  }

  test.each([
    [200, 502],
    [404, 404],
    [429, 429],
    [500, 500],
  ])('a web page with status %i', async (given, status) => {
    const signedIn = await session()
    html(given, PAGE, { 'retry-after': '7' })
    const answered = await ask(signedIn)
    expect(answered.status).toBe(status)
    expect(answered.headers['content-type']).toMatch(/^application\/json/)
    expect(answered.headers['retry-after']).toBe('7')
    expect(JSON.parse(answered.text)).toEqual({
      detail: `The call-tracking service answered with a web page (“Not here”) instead of data (status ${given}).`,
    })
    expect(await ask(OWN)).toMatchObject({ status: given, text: PAGE })
  })

  test('a compressed web page', async () => {
    const signedIn = await session()
    html(503, gzipSync(PAGE), { 'content-encoding': 'gzip' })
    expect((await ask(signedIn)).text).toContain('a web page (“Not here”) instead of data')
  })

  test('JSON that is labelled as a web page is passed on, compressed or not', async () => {
    const signedIn = await session()
    html(200, ' [1]')
    expect(await ask(signedIn)).toMatchObject({ status: 200, text: ' [1]' })
    html(200, gzipSync('[1]'), { 'content-encoding': 'gzip' })
    expect((await ask(signedIn)).status).toBe(200)
  })

  test.each([
    [301, 'https://me:secret@other.example/v1/x/?key=2', 'https://other.example/v1/x/'],
    [302, '/sign-in/', 'UPSTREAM/sign-in/'],
    [303, '//other.example/', 'http://other.example/'],
    [307, 'http://10.0.0.1:8000/', 'http://10.0.0.1:8000/'],
    [308, 'javascript:alert(1)', 'another address'],
    [302, undefined, 'another address'],
  ])('a redirect, %i to %s', async (given, location, place) => {
    const signedIn = await session()
    both.upstream.requests.length = 0
    both.upstream.behave((_, response) => {
      response.writeHead(given, location === undefined ? {} : { location }).end(PAGE)
    })
    const { status, headers, text } = await ask(signedIn)
    expect([status, headers.location]).toEqual([502, undefined])
    const { detail } = JSON.parse(text)
    expect(detail).toContain(
      `redirects this request to ${place.replace('UPSTREAM', both.upstream.url)}`,
    )
    expect(detail).not.toMatch(/secret|key=/)
    expect(both.upstream.requests).toHaveLength(1)
  })

  test('a path that lacks only its trailing slash is a 404, not a fault of the service', async () => {
    const signedIn = await session()
    both.upstream.behave((_, response) => {
      response.writeHead(301, { location: '/v1/call_events_fail/?page=2' }).end()
    })
    const answered = await fetch(both.url('/v1/call_events_fail?page=2'), { headers: signedIn })
    expect(answered.status).toBe(404)
    expect((await answered.json()).detail).toContain('slash')
  })

  test.each([
    ['7', '7'],
    ['0', '0'],
    ['-5', undefined],
    ['soon', undefined],
    ['Sat, 21 Nov 2026 10:00:30 GMT', '30'],
    ['Sat, 21 Nov 2026 09:00:00 GMT', '0'],
  ])('Retry-After is passed on in seconds: %s', async (given, seconds) => {
    both.upstream.behave((_, response) => {
      response.writeHead(429, { 'retry-after': given, date: 'Sat, 21 Nov 2026 10:00:00 GMT' })
      response.end('{}')
    })
    expect((await ask(OWN)).headers['retry-after']).toBe(seconds)
  })
})

describe('a browser that navigates to an answer never renders it', () => {
  const FORM = '<form action="https://other.example"><button>Sign in</button></form>'
  const askAs = async (type: string | undefined, caller: Record<string, string>) => {
    both.upstream.behave((_, response) => {
      response.writeHead(200, {
        ...(type !== undefined && { 'content-type': type }),
        'content-disposition': 'inline',
        'content-security-policy': "default-src *; script-src 'unsafe-inline'",
        'x-content-type-options': 'off',
      })
      response.end(type?.toLowerCase().includes('json') ? '[]' : FORM.replace('<form', ' <form'))
    })
    const answered = await request(both.url('/v1/call_events_fail/'), { headers: caller })
    const { statusCode: status, headers, body } = answered
    return { status, headers, text: await body.text() }
  }

  test.each([
    'image/svg+xml',
    'application/xml',
    'text/xml; charset=utf-8',
    'text/plain',
    'application/pdf',
    'multipart/x-mixed-replace; boundary=a',
    undefined,
  ])('with the type %s it is a download in a sandbox', async type => {
    const cookie = await signIn(both.gateway, { token: TOKEN })
    const callers: Record<string, string>[] = [{ cookie }, OWN, {}]
    for (const caller of callers) {
      const { status, headers, text: body } = await askAs(type, caller)
      expect([status, body.trim()]).toEqual([200, FORM])
      expect(headers['content-disposition']).toBe('attachment')
      expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('HTML for a script is a download in a sandbox', async () => {
    const { headers, text: body } = await askAs('text/html', OWN)
    expect(body.trim()).toBe(FORM)
    expect(headers['content-disposition']).toBe('attachment')
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=utf-7',
    'application/problem+json',
    'text/json',
  ])('with the type %s it is plain JSON, whose type browsers do not guess', async type => {
    const cookie = await signIn(both.gateway, { token: TOKEN })
    const callers: Record<string, string>[] = [{ cookie }, OWN, {}]
    for (const caller of callers) {
      const { headers, text: body } = await askAs(type, caller)
      expect(body).toBe('[]')
      expect(headers['content-type']).toBe('application/json')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
  })
})
