import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import type { FirstAnswers } from '../../../contract/document-data.ts'
import { packAnswers } from '../../http/pack-answers.ts'
import { closedAfterEach } from '../../testing/closed-after-each.ts'
import { testFolder } from '../../testing/test-folder.ts'
import { dashboard } from './dashboard.ts'

const folder = testFolder()
writeFileSync(
  join(folder, 'index.html'),
  // Long enough to be packed.
  `<body>${'Begin '.repeat(500)}<!--%FIRST_ANSWERS%--><p>End</p></body>`,
)
const opened = closedAfterEach()

/** @param waitMs how long the document waits for its list; by default as long as the test runs */
async function dashboardWith(
  readAnswers: (signal: AbortSignal) => Promise<FirstAnswers | null>,
  { encoding = 'br', waitMs = 600_000 } = {},
): Promise<(path: string) => Promise<Response>> {
  const app = await opened(fastify())
  packAnswers(app)
  const session = { signed_in: true, name: null, service: 'x', time_zone: 'UTC' }
  await dashboard(app, {
    folder,
    isHttps: false,
    readSession: async () => session,
    readAnswers: (_request, _paths, signal) => readAnswers(signal),
    maxWaitMs: waitMs,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return path =>
    fetch(`${url}${path}`, { headers: { accept: 'text/html', 'accept-encoding': encoding } })
}

async function documentWith(...given: Parameters<typeof dashboardWith>): Promise<Response> {
  return (await dashboardWith(...given))('/failed-calls')
}

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('a document (%s) begins before its list is there, and ends with it', async (encoding, used) => {
  const list = Promise.withResolvers<FirstAnswers>()
  const { body, headers } = await documentWith(() => list.promise, { encoding })
  expect(headers.get('content-encoding')).toBe(used)
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  while (!received.includes('Begin Begin')) {
    const part = await reader?.read()
    if (!part?.value) throw new Error('The document ended early')
    received += part.value
  }
  expect(received).not.toContain('End')

  const text = '{"count":1.0,"text":"</script>&quot;"}'
  const answers = [{ status: 200, retry_after: null, text }]
  list.resolve(answers)
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    received += part.value
  }
  const [, json = ''] =
    /<script type="application\/json" id="first-answers" nonce="[^"]+">(.*?)<\/script><p>End/.exec(
      received,
    ) ?? []
  expect(JSON.parse(json)).toEqual(answers)
})

test.each([
  ['there is none to hand on', async () => null],
  ['it can’t be read', () => Promise.reject(new Error('The service is away'))],
])('a document ends without its list if %s', async (_why, read) => {
  const readAnswers = vi.fn(read)
  const text = await (await documentWith(readAnswers)).text()
  expect(readAnswers).toHaveBeenCalledOnce()
  expect(text).not.toContain('first-answers')
  expect(text).toContain('<p>End</p>')
})

test('a document does not wait for a list that does not come, and nobody reads it any more', async () => {
  const aborted = Promise.withResolvers<void>()
  const document = await documentWith(
    signal => {
      signal.addEventListener('abort', () => aborted.resolve())
      return new Promise(() => {})
    },
    { waitMs: 1 },
  )
  expect(await document.text()).toContain('<p>End</p>')
  await aborted.promise
})

test('after a list that took too long, documents leave it to the page, but not the data of other pages', async () => {
  const readAnswers = vi.fn(() => new Promise<never>(() => {}))
  const get = await dashboardWith(readAnswers, { waitMs: 1 })
  await (await get('/failed-calls')).text()
  const later = await (await get('/failed-calls?size=50')).text()
  expect(readAnswers).toHaveBeenCalledOnce()
  expect(later).toContain('<p>End</p>')
  await (await get('/failed-ai-events')).text()
  expect(readAnswers).toHaveBeenCalledTimes(2)
})

test('nobody reads a list for a browser that has left', async () => {
  const [asked, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { body } = await documentWith(signal => {
    signal.addEventListener('abort', () => aborted.resolve())
    asked.resolve()
    return new Promise(() => {})
  })
  await asked.promise
  await body?.cancel()
  await aborted.promise
})
