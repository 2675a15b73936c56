import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { securityHeaders } from '../security-headers.ts'
import { dashboard } from './dashboard.ts'

const folder = mkdtempSync(join(tmpdir(), 'redial-dashboard-'))
beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<script nonce="%CSP_NONCE%"></script>')
  writeFileSync(join(folder, 'assets/x.js'), '1')
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const opened = closedAfterEach()

async function started(isHttps: boolean): Promise<(path: string) => Promise<Response>> {
  const app = await opened(fastify())
  await securityHeaders(app, { isHttps })
  await dashboard(app, { folder, isHttps })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return path => fetch(`${url}${path}`, { headers: { accept: 'text/html' } })
}

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
      'report-uri': '/gateway/csp-reports',
    })
    expect(response.headers.get('reporting-endpoints')).toBeNull()
  })

  test('has a new nonce each time', async () => {
    const get = await started(false)
    expect(policyOf(await get('/')).get('script-src')).not.toBe(
      policyOf(await get('/')).get('script-src'),
    )
  })

  test('upgrades http requests when it is served over https, and also reports by the Reporting API', async () => {
    const response = await (await started(true))('/')
    const policy = policyOf(response)
    expect(policy.has('upgrade-insecure-requests')).toBe(true)
    expect(policy.get('report-to')).toBe('csp')
    expect(policy.get('report-uri')).toBe('/gateway/csp-reports')
    expect(response.headers.get('reporting-endpoints')).toBe('csp="/gateway/csp-reports"')
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
