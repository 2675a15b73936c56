import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FirstAnswer } from '../../../contract/document-data.ts'
import { packAnswers } from '../../http/pack-answers.ts'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { dashboard } from './dashboard.ts'

const folder = mkdtempSync(join(tmpdir(), 'redial-document-parts-'))
beforeAll(() => {
  writeFileSync(
    join(folder, 'index.html'),
    // Long enough to be packed.
    `<body>${'Begin '.repeat(500)}<!--%FIRST_ANSWER%--><p>End</p></body>`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const opened = closedAfterEach()

async function documentWith(
  ask: () => Promise<FirstAnswer | null>,
  encoding = 'br',
): Promise<Response> {
  const app = await opened(fastify())
  packAnswers(app)
  const session = { signed_in: true, name: null, service: 'x', time_zone: 'UTC' }
  await dashboard(app, { folder, isHttps: false, readSession: async () => session, ask })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return fetch(`${url}/failed-calls`, {
    headers: { accept: 'text/html', 'accept-encoding': encoding },
  })
}

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])(
  'a document (%s) begins before the answer to its first request is there, and ends with it',
  async (accepted, used) => {
    const answer = Promise.withResolvers<FirstAnswer>()
    const { body, headers } = await documentWith(() => answer.promise, accepted)
    expect(headers.get('content-encoding')).toBe(used)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    let received = ''
    while (!received.includes('Begin Begin')) received += (await reader?.read())?.value ?? 'nothing'
    expect(received).not.toContain('End')

    const text = '{"count":1.0,"text":"</script>&quot;"}'
    answer.resolve({ status: 503, headers: { 'retry-after': '7' }, text })
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      received += part.value
    }
    const [, json = ''] =
      /<script type="application\/json" id="first-answer" nonce="[^"]+">(.*?)<\/script><p>End/.exec(
        received,
      ) ?? []
    expect(JSON.parse(json)).toEqual({ status: 503, headers: { 'retry-after': '7' }, text })
  },
)

test.each([
  ['there is none to hand on', async () => null],
  ['asking fails', () => Promise.reject(new Error('The service is away'))],
])('a document ends without an answer if %s', async (_why, ask) => {
  const text = await (await documentWith(ask)).text()
  expect(text).not.toContain('first-answer')
  expect(text).toContain('<p>End</p>')
})
