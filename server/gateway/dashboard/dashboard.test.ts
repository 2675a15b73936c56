import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { DocumentData } from '../../../contract/document-data.ts'
import type { Session } from '../../../contract/session.ts'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { securityHeaders } from '../server.ts'
import { dashboard } from './dashboard.ts'

const folder = testFolder()
mkdirSync(join(folder, 'assets'))
writeFileSync(
  join(folder, 'index.html'),
  '<head><title>Redial</title><!--%DOCUMENT_DATA%--><script nonce="%CSP_NONCE%"></script></head>' +
    '<body><!--%FIRST_ANSWERS%--><p>End</p></body>',
)
writeFileSync(join(folder, 'assets/x.js'), '1')
writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
writeFileSync(join(folder, 'robots.txt'), 'User-agent: *')
const opened = closedAfterEach()

async function started(
  isHttps: boolean,
  readSession: () => Promise<Session | null> = async () => null,
  maxWaitMs = 600_000,
): Promise<(path: string) => Promise<Response>> {
  const app = await opened(fastify())
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders(isHttps))
  })
  const first = { readAnswers: async () => null, maxWaitMs }
  await dashboard(app, { folder, isHttps, readSession, ...first })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return path => fetch(`${url}${path}`, { headers: { accept: 'text/html' } })
}

const SIGNED_IN: Session = {
  signed_in: true,
  name: 'Thandi',
  service: 'api.example.com',
  time_zone: 'Africa/Johannesburg',
}

async function documentOf(path: string, session: Session | null): Promise<string> {
  return (await (await started(false, async () => session))(path)).text()
}

const dataOf = (document: string) =>
  /<script type="application\/json" id="document-data" nonce="[\w+/=]+">(.*?)<\/script>/.exec(
    document,
  )?.[1]

const policyOf = ({ headers }: Response) =>
  new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map(directive => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )

describe('the page', () => {
  test('may load and run only its own code, and reports what was blocked', async () => {
    const get = await started(false)
    const response = await get('/blocklist')
    const [, nonce] = /nonce="([^"]+)"/.exec(await response.text()) ?? []
    expect(Object.fromEntries(policyOf(response))).toEqual({
      'default-src': "'none'",
      'script-src': `'self' 'nonce-${nonce}'`,
      'style-src': `'self' 'nonce-${nonce}'`,
      'style-src-attr': "'none'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'media-src': 'https:',
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'object-src': "'none'",
      'frame-src': "'none'",
      'worker-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'default',
    })
  })

  test('has a new nonce each time', async () => {
    const get = await started(false)
    expect(policyOf(await get('/')).get('script-src')).not.toBe(
      policyOf(await get('/')).get('script-src'),
    )
  })

  test('upgrades http requests when it is served over https', async () => {
    const response = await (await started(true))('/')
    const policy = policyOf(response)
    expect(policy.has('upgrade-insecure-requests')).toBe(true)
  })
})

describe.each(['/', '/assets/x.js', '/nowhere.json'])('the answer to %s', path => {
  test('binds only this host to https, and only if it is reached over https', async () => {
    expect((await (await started(false))(path)).headers.get('strict-transport-security')).toBeNull()
    expect((await (await started(true))(path)).headers.get('strict-transport-security')).toBe(
      'max-age=31536000',
    )
  })

  test('stops browsers from guessing types, framing, sharing and sending a referrer', async () => {
    const { headers } = await (await started(true))(path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(
        /camera=\(\), .*geolocation=\(\), .*microphone=\(\)/,
      ),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(headers.get('x-powered-by')).toBeNull()
  })
})

test.each([
  '/',
  '/failed-calls?event=1.5&page=2',
  '/replays/0b7c2f0e-6a4e-4a52-9d9c-1d1f0e3d5c11',
  '/nowhere/',
  '/companies/M%C3%BCller%20%26%20S%C3%B6hne%2FCape%20Town%20(Pty.)?from=2026-11-21&to=2026-11-22',
])('%s is answered with the page, which decides what to show', async path => {
  const answered = await (await started(false))(path)
  expect([answered.status, answered.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
})

test.each([
  '/blocklist.bak',
  '/blocklist~',
  '/.git/config',
  '/backup.tar.gz',
  '/assets/nowhere.js',
])('%s is a missing file', async path => {
  const answered = await (await started(false))(path)
  expect([answered.status, await answered.json()]).toEqual([404, { detail: 'Not found.' }])
})

test.each([
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
])('%s is served unchanged and cached for a day', async (path, type) => {
  const answered = await (await started(false))(path)
  expect([answered.status, answered.headers.get('content-type')]).toEqual([200, type])
  expect(answered.headers.get('cache-control')).toBe('public, max-age=86400')
})

test('the page is not served under its file name', async () => {
  expect((await (await started(false))('/index.html')).status).toBe(404)
})

describe('the document of a page', () => {
  test('contains the session and the data that the page requests first', async () => {
    const path = '/failed-calls?from=2026-11-01&to=2026-11-02'
    const list =
      '/gateway/events/page?list=call_events_fail&from_date=2026-11-01&to_date=2026-11-03&page=1&page_size=20'
    const data = async (session: Session) =>
      DocumentData.parse(JSON.parse(dataOf(await documentOf(path, session)) ?? ''))
    for (const session of [SIGNED_IN, { ...SIGNED_IN, is_foreign: true }]) {
      expect(await data(session)).toEqual({ session, follows: [list] })
    }
  })

  test('has no answers for somebody who is signed out or unknown', async () => {
    const out = { ...SIGNED_IN, signed_in: false, name: null }
    const document = await documentOf('/failed-calls', out)
    expect(JSON.parse(dataOf(document) ?? '')).toEqual({ session: out, follows: [] })
    expect(dataOf(await documentOf('/failed-calls', null))).toBeUndefined()
  })

  test('goes out without a session that can’t be read', async () => {
    const get = await started(false, () => Promise.reject(new Error('The database is away')))
    const answered = await get('/failed-calls')
    expect([answered.status, dataOf(await answered.text())]).toEqual([200, undefined])
  })

  test('does not wait for a session that does not come', async () => {
    const get = await started(false, () => new Promise(() => {}), 2)
    expect((await get('/failed-calls')).status).toBe(200)
  })
})
