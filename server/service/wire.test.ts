import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES } from '../testing/test-database.ts'
import { addPartner, openTestService, type TestService } from '../testing/test-service.ts'
import { createToken } from './tokens/tokens.ts'

/*
 * What drf-wire.md tells of servers of this kind, row by row. Its last column of 3.14 and 3.18 is
 * answered as 3.18 does.
 */

const REFERENCES = Array.from(
  { length: 45 },
  (_, index) => `C-${String(index + 1).padStart(2, '0')}`,
)

const PAGES: [
  query: string,
  rows: [first: string, count: number],
  next: string | null,
  previous: string | null,
][] = [
  ['', ['C-01', 20], '?page=2', null],
  ['?page=1', ['C-01', 20], '?page=2', null],
  ['?page=', ['C-01', 20], '?page=2', null],
  ['?page=2', ['C-21', 20], '?page=3', ''],
  ['?page=3', ['C-41', 5], null, '?page=2'],
  ['?page=last', ['C-41', 5], null, '?page=2'],
  ['?page_size=0', ['C-01', 20], '?page=2&page_size=0', null],
  ['?page_size=-1', ['C-01', 20], '?page=2&page_size=-1', null],
  ['?page_size=abc', ['C-01', 20], '?page=2&page_size=abc', null],
  ['?page_size=', ['C-01', 20], '?page=2&page_size=', null],
  ['?page_size=1000', ['C-01', 45], null, null],
  ['?page_size=5&page=2', ['C-06', 5], '?page=3&page_size=5', '?page_size=5'],
  ['?z=1&page=2&a=x%20y&a=0', ['C-21', 20], '?a=x+y&a=0&page=3&z=1', '?a=x+y&a=0&z=1'],
  ['?page=1&page=2', ['C-21', 20], '?page=3', ''],
]

const NO_PAGES = ['0', '-1', 'abc', '2.0', '4', '1e0', '99999999999999999999']

const CREDENTIALS: [header: string | undefined, detail: string][] = [
  [undefined, 'Authentication credentials were not provided.'],
  ['', 'Authentication credentials were not provided.'],
  ['Basic dTpw', 'Authentication credentials were not provided.'],
  ['Bearer abc', 'Authentication credentials were not provided.'],
  ['Token', 'Invalid token header. No credentials provided.'],
  ['token  ', 'Invalid token header. No credentials provided.'],
  ['Token a b', 'Invalid token header. Token string should not contain spaces.'],
  ['Token unknown', 'Invalid token.'],
  ['TOKEN unknown', 'Invalid token.'],
]

const ALLOW: [path: string, allow: string][] = [
  ['/v1/blocklist/', 'GET, POST, HEAD, OPTIONS'],
  ['/v1/blocklist/unblock/', 'POST, OPTIONS'],
  ['/v1/call_events_fail/', 'GET, HEAD, OPTIONS'],
  ['/v1/transcription_events_fail/', 'GET, HEAD, OPTIONS'],
  ['/v2/contact/', 'GET, HEAD, OPTIONS'],
  ['/v2/company/', 'GET, HEAD, OPTIONS'],
  ['/v2/available_source/', 'GET, HEAD, OPTIONS'],
  ['/v1/tn_prefixes/', 'GET, HEAD, OPTIONS'],
]

const JSON_TYPE = { 'Content-Type': 'application/json' }

const BODIES: [
  what: string,
  headers: Record<string, string>,
  body: string | undefined,
  status: number,
  answer: unknown,
][] = [
  [
    'another media type',
    { 'Content-Type': 'text/plain' },
    'x',
    415,
    { detail: 'Unsupported media type "text/plain" in request.' },
  ],
  [
    'a form',
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    'a=1',
    415,
    { detail: 'Unsupported media type "application/x-www-form-urlencoded" in request.' },
  ],
  ['a body of no type', {}, '{}', 415, { detail: 'Unsupported media type "" in request.' }],
  [
    'malformed JSON',
    JSON_TYPE,
    '{"entity": nope}',
    400,
    { detail: expect.stringMatching(/^JSON parse error - ./) },
  ],
  ['no body', {}, undefined, 400, { entity: ['This field is required.'] }],
  ['an empty body', JSON_TYPE, '', 400, { entity: ['This field is required.'] }],
  [
    'JSON with a charset',
    { 'Content-Type': 'application/json; charset=utf-8' },
    '{}',
    400,
    { entity: ['This field is required.'] },
  ],
  [
    'a list',
    JSON_TYPE,
    '[]',
    400,
    { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
  ],
  ['null', JSON_TYPE, 'null', 400, { non_field_errors: ['No data provided'] }],
]

const SLASHES = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']

const ACCEPTS: [accept: string, status: number][] = [
  ['application/json', 200],
  ['*/*', 200],
  ['text/html, application/*;q=0.8', 200],
  ['Application/JSON; charset=utf-8', 200],
  ['text/html', 406],
  ['text/html, application/json;q=0', 406],
]

describe.each(DATABASES)('on %s', kind => {
  let service: TestService
  let token: string
  let limited: string

  beforeAll(async () => {
    service = await openTestService(kind)
    const partner = await addPartner(service.database, 'P-1', { companies: REFERENCES })
    token = partner.token
    limited = await createToken(service.database.db, {
      partnerId: partner.id,
      label: 'limited',
      blocklistPermission: false,
    })
  })
  afterAll(() => service.close())

  test.each(PAGES)('page: GET /v2/company/%s', async (query, [first, rows], next, previous) => {
    const { status, body } = await service.ask('GET', `/v2/company/${query}`, { token })
    const link = (search: string | null) =>
      search === null ? null : `${service.origin}/v2/company/${search}`
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 45, next: link(next), previous: link(previous) })
    expect(body).toHaveProperty('results.0.reference', first)
    expect(body).toHaveProperty('results.length', rows)
  })

  test.each(NO_PAGES)('page: page=%s is a 404', async page => {
    const answer = await service.ask('GET', `/v2/company/?page=${page}`, { token })
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } })
  })

  test('page: of no rows, page 1 is empty and page 2 a 404', async () => {
    const empty = { count: 0, next: null, previous: null, results: [] }
    for (const query of ['', '?page=1', '?page=last']) {
      const answer = await service.ask('GET', `/v2/contact/${query}`, { token })
      expect(answer).toMatchObject({ status: 200, body: empty })
    }
    const beyond = await service.ask('GET', '/v2/contact/?page=2', { token })
    expect(beyond).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } })
  })

  test('page: more than 100 are never on a page, and the links still say what was asked for', async () => {
    const { token } = await addPartner(service.database, 'P-LARGE', {
      companies: Array.from({ length: 101 }, (_, index) => `L-${index}`),
    })
    const { body } = await service.ask('GET', '/v2/company/?page_size=1000', { token })
    expect(body).toMatchObject({ next: `${service.origin}/v2/company/?page=2&page_size=1000` })
    expect(body).toHaveProperty('results.length', 100)
  })

  test('page: links name the host that the proxy in front was asked for', async () => {
    const headers = { 'X-Forwarded-Host': 'redial.example:8443', 'X-Forwarded-Proto': 'https' }
    const { body } = await service.ask('GET', '/v2/company/', { token, headers })
    expect(body).toMatchObject({ next: 'https://redial.example:8443/v2/company/?page=2' })
  })

  test.each(CREDENTIALS)('credentials: %j is a 401', async (header, detail) => {
    const headers: Record<string, string> = header === undefined ? {} : { Authorization: header }
    const answer = await service.ask('GET', '/v2/company/', { headers })
    expect(answer).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Token' },
      body: { detail },
    })
  })

  test.each(['token', 'TOKEN', 'Token '])('credentials: %j is as good as Token', async keyword => {
    const headers = { Authorization: `${keyword} ${token}` }
    expect(await service.ask('GET', '/v2/company/', { headers })).toMatchObject({ status: 200 })
  })

  test('the checks come in the order 406, 401, 403, 429, 405, and 415 after them', async () => {
    const throttled = await openTestService(kind, { requestsPerMinute: 1 })
    try {
      const { id, token } = await addPartner(throttled.database, 'P-1')
      const limited = await createToken(throttled.database.db, {
        partnerId: id,
        label: 'limited',
        blocklistPermission: false,
      })
      const put = async (token?: string, headers: Record<string, string> = {}) => {
        const ask = { token, headers: { 'Content-Type': 'text/plain', ...headers }, body: 'x' }
        return (await throttled.ask('PUT', '/v1/blocklist/', ask)).status
      }
      expect(await put(undefined, { Accept: 'text/html' })).toBe(406)
      expect(await put()).toBe(401)
      expect(await put(limited)).toBe(403)
      expect(await put(token)).toBe(405)
      const refused = await throttled.ask('PUT', '/v1/blocklist/', { token })
      expect(refused.status).toBe(429)
      const seconds = Number(refused.headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(refused.body).toEqual({
        detail: expect.stringMatching(
          new RegExp(`^Request was throttled. Expected available in ${seconds} seconds?\\.$`),
        ),
      })
      // Each token has a count of its own.
      expect(await throttled.ask('GET', '/v2/company/', { token: limited })).toMatchObject({
        status: 200,
      })
    } finally {
      await throttled.close()
    }
  })

  test.each(ALLOW)('Allow is on every response of %s', async (path, allow) => {
    const answers = await Promise.all([
      service.ask('OPTIONS', path, { token }),
      service.ask('GET', path, { token }),
      service.ask('GET', path),
      service.ask('GET', path, { token: limited }),
      service.ask('GET', path, { headers: { Accept: 'text/html' } }),
      service.ask('DELETE', path, { token }),
      service.ask('PROPFIND', path, { token }),
    ])
    expect(answers.map(answer => answer.headers.allow)).toEqual(answers.map(() => allow))
    expect(answers[0]).toMatchObject({ status: 200 })
    expect(answers[5]).toMatchObject({
      status: 405,
      body: { detail: 'Method "DELETE" not allowed.' },
    })
    expect(answers[6]).toMatchObject({
      status: 405,
      body: { detail: 'Method "PROPFIND" not allowed.' },
    })
  })

  test('HEAD answers as GET does, without the body', async () => {
    const get = await service.ask('GET', '/v2/company/', { token })
    const head = await service.ask('HEAD', '/v2/company/', { token })
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })

  test.each(BODIES)('body: %s', async (_what, headers, body, status, answer) => {
    expect(await service.ask('POST', '/v1/blocklist/', { token, headers, body })).toMatchObject({
      status,
      body: answer,
    })
  })

  test('body: one that is announced as too large is a 413 before it is read', async () => {
    const post = request(`${service.origin}/v1/blocklist/`, {
      method: 'POST',
      headers: { ...JSON_TYPE, Authorization: `Token ${token}`, 'Content-Length': 5_000_000 },
    })
    post.flushHeaders()
    const response = await new Promise<IncomingMessage>(resolve => post.once('response', resolve))
    expect(response.statusCode).toBe(413)
    expect(await json(response)).toEqual({
      detail: 'The request is too large. Send it in several parts.',
    })
    post.destroy()
  })

  test.each(SLASHES)('slash: %s without it is redirected, the query kept', async method => {
    const answer = await service.ask(method, '/v1/blocklist?page=2&a=b?c', {
      headers: JSON_TYPE,
      ...(method === 'POST' ? { body: '{' } : {}),
    })
    expect(answer).toMatchObject({
      status: 301,
      headers: { location: '/v1/blocklist/?page=2&a=b?c' },
    })
  })

  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/nothing/',
    '/v1/blocklist//',
    '//v1/blocklist',
    '/%zz',
  ])('slash: %s is unknown with and without it', async path => {
    const answer = await service.ask('GET', path, { token })
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
  })

  test.each(ACCEPTS)('negotiation: Accept: %s is a %i', async (accept, status) => {
    const answer = await service.ask('GET', '/v2/company/', { token, headers: { Accept: accept } })
    expect(answer.status).toBe(status)
    if (status === 406) {
      expect(answer.body).toEqual({ detail: 'Could not satisfy the request Accept header.' })
    }
  })
})
