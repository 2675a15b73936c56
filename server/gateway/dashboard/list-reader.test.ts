import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { READER_HEADER } from '../../http/reader-key.ts'
import { gatewayAndUpstream, TOKEN } from '../../testing/gateway-and-upstream.ts'
import { answer } from '../../testing/peers/test-upstream.ts'
import { signIn } from '../../testing/test-gateway.ts'

const folder = mkdtempSync(join(tmpdir(), 'redial-list-reader-'))
writeFileSync(join(folder, 'index.html'), '<body><!--%FIRST_ANSWER%--></body>')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As if the upstream were our own service. */
const both = gatewayAndUpstream({
  accountOf: async () => 'account',
  readerKey: 'the-key-of-the-reader',
  dashboardFolder: folder,
})

let cookie = ''
beforeEach(async () => {
  cookie = await signIn(both.gateway, { token: TOKEN })
})

const documentOf = async (path: string) =>
  (await fetch(both.url(path), { headers: { cookie, accept: 'text/html' } })).text()

test('the list of a document is read as the person, without the rights of the gateway', async () => {
  const page = { count: 0, next: null, previous: null, results: [] }
  both.upstream.behave((_, response) => answer(response, 200, page))
  const document = await documentOf('/failed-calls?from=2026-11-21&to=2026-11-21')
  const [, json = ''] = /id="first-answer"[^>]*>(.*?)<\/script>/.exec(document) ?? []
  expect(JSON.parse(JSON.parse(json))).toEqual(page)
  const asked = both.upstream.requests.filter(({ url }) => url?.startsWith('/v1/call_events_fail/'))
  expect(asked.map(({ url }) => url)).toEqual([
    '/v1/call_events_fail/?page=1&from_date=2026-11-21&to_date=2026-11-22&page_size=20',
  ])
  // With these, the service writes links to other pages for the address that the browser uses.
  const { host } = new URL(both.gateway.url)
  expect(asked[0]?.headers).toMatchObject({
    authorization: `Token ${TOKEN}`,
    'x-forwarded-host': host,
  })
  expect(asked[0]?.headers).not.toHaveProperty(READER_HEADER)
})

test.each([
  ['an error', 503, { detail: 'Try again.' }],
  ['a list of more than 1 MiB', 200, { results: ['x'.repeat(1024 * 1024)] }],
])('a document does not bring %s', async (_what, status, body) => {
  both.upstream.behave((_, response) => answer(response, status, body))
  expect(await documentOf('/failed-calls')).not.toContain('first-answer')
  expect(both.upstream.requests).toHaveLength(1)
})

test('a document brings a list of nearly 1 MiB', async () => {
  const page = { results: ['x'.repeat(1024 * 1024 - 100)] }
  both.upstream.behave((_, response) => answer(response, 200, page))
  expect(await documentOf('/failed-calls')).toContain('first-answer')
})

test('a document brings no list to somebody who is signed out', async () => {
  cookie = ''
  expect(await documentOf('/failed-calls')).not.toContain('first-answer')
  expect(both.upstream.requests).toEqual([])
})
