import { describe, expect, onTestFinished, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addPartner, openTestService, TELEPHONY_KEY } from '../../testing/test-service.ts'

const NUMBERS = '/telephony/v1/tracking_numbers/'
const KEY = { Authorization: `Bearer ${TELEPHONY_KEY}` }

const ENDPOINTS: [path: string, allow: string][] = [
  [NUMBERS, 'GET, HEAD, OPTIONS'],
  [`${NUMBERS}27110000001/`, 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
  [`${NUMBERS}27110000001/move/`, 'POST, OPTIONS'],
  [`${NUMBERS}27110000001/secret/`, 'GET, POST, HEAD, OPTIONS'],
  ['/telephony/v1/callers/check/', 'POST, OPTIONS'],
  ['/telephony/v1/calls/', 'POST, OPTIONS'],
  ['/telephony/v1/calls/batch/', 'POST, OPTIONS'],
  ['/telephony/v1/calls/1/', 'GET, HEAD, OPTIONS'],
  ['/telephony/v1/deliveries/1/', 'GET, HEAD, OPTIONS'],
  ['/telephony/v1/analyses/', 'POST, OPTIONS'],
  ['/telephony/v1/partners/', 'GET, POST, HEAD, OPTIONS'],
  ['/telephony/v1/partners/1/', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
  ['/telephony/v1/prefixes/', 'GET, HEAD, OPTIONS'],
  ['/telephony/v1/prefixes/2710/', 'GET, PUT, DELETE, HEAD, OPTIONS'],
]

const service = await closedAfterAll(openTestService({ telephony: {}, requestsPerMinute: 1 }))
const { token } = await addPartner(service.database, 'P-1')

describe('the key of the telephone switch', () => {
  test.each([
    [undefined, 'Authentication credentials were not provided.'],
    ['Bearer', 'Authentication credentials were not provided.'],
    ['Bearer a b', 'Authentication credentials were not provided.'],
    [`Token ${TELEPHONY_KEY}`, 'Authentication credentials were not provided.'],
    ['Bearer other', 'Invalid key.'],
    [`Bearer ${TELEPHONY_KEY}x`, 'Invalid key.'],
  ])('%j is a 401', async (header, detail) => {
    const headers: Record<string, string> = header === undefined ? {} : { Authorization: header }
    expect(await service.ask('GET', NUMBERS, { headers })).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { detail },
    })
  })

  test('an API token gives no access here, and the key no access elsewhere', async () => {
    expect(await service.ask('GET', NUMBERS, { token })).toMatchObject({ status: 401 })
    expect(await service.ask('GET', '/v2/company/', { headers: KEY })).toMatchObject({
      status: 401,
    })
  })

  test('the switch is never throttled', async () => {
    for (let i = 0; i < 3; i++) {
      expect(await service.ask('GET', NUMBERS, { headers: KEY })).toMatchObject({ status: 200 })
    }
  })

  test('a path that almost matches is unknown', async () => {
    for (const path of [`${NUMBERS}27110000001/secrets`, `${NUMBERS}27110000001/secret/x`]) {
      expect(await service.ask('GET', path, { headers: KEY })).toMatchObject({
        status: 404,
        body: { detail: 'Not found.' },
      })
    }
  })

  test.each(ENDPOINTS)(
    '%s answers 406, 401, 405, 415 and invalid JSON like other endpoints',
    async (path, allow) => {
      const ask = (method: string, headers: Record<string, string>, body?: string) =>
        service.ask(method, path, { headers: { ...KEY, ...headers }, body })
      expect(await ask('GET', { Accept: 'text/html', Authorization: 'Bearer x' })).toMatchObject({
        status: 406,
      })
      const other = ['DELETE', 'PUT', 'POST'].find(each => !allow.includes(each)) ?? 'TRACE'
      expect(await ask(other, { Authorization: 'Bearer x' })).toMatchObject({ status: 401 })
      expect(await ask(other, {})).toMatchObject({
        status: 405,
        headers: { allow },
        body: { detail: `Method "${other}" not allowed.` },
      })
      const method = ['POST', 'PUT', 'PATCH'].find(each => allow.includes(each))
      if (method === undefined) return
      expect(await ask(method, { 'Content-Type': 'text/plain' }, 'x')).toMatchObject({
        status: 415,
        body: { detail: 'Unsupported media type "text/plain" in request.' },
      })
      expect(await ask(method, { 'Content-Type': 'application/json' }, '{')).toMatchObject({
        status: 400,
        body: { detail: expect.stringMatching(/^JSON parse error - ./) },
      })
    },
  )
})

test('without a key nobody has access, and the answer says why', async () => {
  const service = await openTestService({ telephony: { key: null } })
  onTestFinished(() => service.close())
  for (const Authorization of ['Bearer null', 'Bearer ', '']) {
    expect(await service.ask('GET', NUMBERS, { headers: { Authorization } })).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('TELEPHONY_KEY is not set') },
    })
  }
})
