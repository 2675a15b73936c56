import { expect, test } from 'vitest'
import { closedAfterAll } from './testing/closed-after-each.ts'
import { startTestApp } from './testing/start-test-app.ts'

/* What a client of the interface gets, who reaches our own service through the gateway. */

const app = await closedAfterAll(startTestApp())

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { method, headers, redirect: 'manual' })

const CREDENTIALS: [whose: string, header: () => Record<string, string>][] = [
  ['no token', () => ({})],
  ['a wrong token', () => ({ authorization: 'Token wrong' })],
  ['a right token', () => ({ authorization: `Token ${app.demoToken}` })],
]

test.each(CREDENTIALS)('with %s, a path without its slash is redirected', async (_, header) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await ask(method, '/v1/blocklist?page=2&a=b?c', header())
    expect([answer.status, await answer.text()]).toEqual([301, ''])
    expect(answer.headers.get('location')).toBe('/v1/blocklist/?page=2&a=b?c')
  }
  const report = await ask('POST', '/telephony/v1/calls', header())
  expect([report.status, report.headers.get('location')]).toEqual([301, '/telephony/v1/calls/'])
})

test.each(CREDENTIALS)('with %s, a client that accepts no JSON gets 406', async (_, header) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await ask(method, '/v1/blocklist/', { ...header(), accept: 'text/csv' })
    expect(answer.status).toBe(406)
    expect(answer.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
    expect(await answer.json()).toEqual({
      detail: 'Could not satisfy the request Accept header.',
    })
  }
})

test('a wrong token is refused with the methods of the endpoint', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await ask(method, '/v1/blocklist/unblock/', { authorization: 'Token wrong' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([401, 'POST, OPTIONS'])
  }
})

test.each(['/v1/nothing', '/v1/nothing/', '/v1', '/v1/blocklist//', '//v1/blocklist'])(
  '%s is no endpoint, and no redirect leads to one',
  async path => {
    const answer = await ask('GET', path, { accept: 'text/csv' })
    expect([400, 404]).toContain(answer.status)
    expect(answer.headers.get('location')).toBeNull()
  },
)
