import { expect, onTestFinished, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addPartner, openTestService } from '../../testing/test-service.ts'
import { createToken } from '../tokens/tokens.ts'

/* docs/wire-format.md, "Authentication" and "Negotiation". */

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

const ACCEPTS: [accept: string, status: number][] = [
  ['application/json', 200],
  ['*/*', 200],
  ['text/html, application/*;q=0.8', 200],
  ['Application/JSON; charset=utf-8', 200],
  ['text/html', 406],
  ['text/html, application/json;q=0', 406],
]

const service = await closedAfterAll(openTestService())
const { id: partnerId, token } = await addPartner(service.database, 'P-1')
const limited = await createToken(service.database.db, {
  partnerId,
  label: 'limited',
  blocklistPermission: false,
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

test.each(['token', 'TOKEN', 'Token '])('credentials: %j works like Token', async keyword => {
  const headers = { Authorization: `${keyword} ${token}` }
  expect(await service.ask('GET', '/v2/company/', { headers })).toMatchObject({ status: 200 })
})

test('the checks run in the order 406, 401, 403, 429, 405, 415', async () => {
  const throttled = await openTestService({ requestsPerMinute: 1 })
  onTestFinished(() => throttled.close())
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
  // Each token has its own count.
  expect(await throttled.ask('GET', '/v2/company/', { token: limited })).toMatchObject({
    status: 200,
  })
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

test.each(ACCEPTS)('negotiation: Accept: %s is a %i', async (accept, status) => {
  const answer = await service.ask('GET', '/v2/company/', { token, headers: { Accept: accept } })
  expect(answer.status).toBe(status)
  if (status === 406) {
    expect(answer.body).toEqual({ detail: 'Could not satisfy the request Accept header.' })
  }
})
