import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { describeError } from './error-messages.ts'
import { request } from './request.ts'
import { serve } from './testing/serve.ts'

const Answer = z.object({
  results: z.array(z.object({ id: z.int(), at: z.iso.date(), state: z.enum(['open', 'shut']) })),
})
const GOOD = { id: 1, at: '2026-11-21', state: 'open' }

/** The URL of a server that answers everything with `body`. */
function answering(body: unknown, status = 200, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return serve((_request, response) => response.writeHead(status, headers).end(text))
}

test('parses a valid answer', async () => {
  const body = { results: [GOOD] }
  await expect(request(Answer, await answering(body))).resolves.toEqual(body)
})

test.each([
  [{ ...GOOD, id: 'x' }, 'results.0.id: expected number'],
  [{ ...GOOD, at: 'today' }, 'results.0.at: not a valid date'],
  [{ ...GOOD, state: 'ajar' }, 'results.0.state: expected one of open, shut'],
])('says what is wrong with %j, and where', async (item, detail) => {
  await expect(request(Answer, await answering({ results: [item] }))).rejects.toMatchObject({
    kind: 'unreadable',
    detail,
    answer: JSON.stringify({ results: [item] }),
  })
})

test.each([
  ['', 'it is empty', null],
  [' ', 'it is empty', ' '],
  ['<html>', 'it is not JSON', '<html>'],
  ['{"results":[{"id":NaN}]}', 'results.0.id: expected number', '{"results":[{"id":NaN}]}'],
  ['[]', 'the response body: expected object', '[]'],
  ['"results"', 'the response body: expected object', '"results"'],
  ['{}', 'results: expected array', '{}'],
])('the answer %j is kept, with what is wrong with it', async (text, detail, answer) => {
  await expect(request(Answer, await answering(text))).rejects.toMatchObject({
    kind: 'unreadable',
    detail,
    answer,
  })
})

test.each(['{"results":[', ' [1,', '{"results":[{"id":1}', '{"results":["}]}', '["]\\"]'])(
  'the answer %j, which ended too early, is reported as cut off',
  async answer => {
    await expect(request(Answer, await answering(answer))).rejects.toMatchObject({
      kind: 'cut-off',
      answer,
    })
  },
)

test('explains an answer that was cut off by a lost connection', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"results":[', () => response.destroy())
  })
  const error = await request(Answer, url).catch(thrown => thrown)
  expect(error).toMatchObject({ kind: 'cut-off' })
  expect(describeError(error)).toEqual({
    title: 'The answer was cut off',
    message: expect.stringContaining('Try again'),
  })
})

test.each([
  ['7', 7],
  ['1.5', 1.5],
  // A wait this long, by whatever timer, neither ends at once nor repeats the request.
  ['0', 1],
  ['2303636769', 7 * 24 * 60 * 60],
  ['1e999', 7 * 24 * 60 * 60],
  ['-1', null],
  ['soon', null],
])('limits a pause of %s to one that can be waited', async (asked, seconds) => {
  const busy = await answering({ detail: 'Slower.' }, 429, { 'retry-after': asked })
  await expect(request(Answer, busy)).rejects.toMatchObject({
    kind: 'throttled',
    retryAfter: seconds,
  })
})

describe('what a service refuses with', () => {
  const refused = async (status: number, body: unknown): Promise<ApiError> => {
    const error = await request(Answer, await answering(body, status)).catch(thrown => thrown)
    if (!(error instanceof ApiError)) throw error
    return error
  }

  test.each<[number, unknown, Partial<ApiError>]>([
    [
      403,
      { detail: 'Nie toegelaat nie.' },
      { kind: 'forbidden', detail: 'Nie toegelaat nie.', body: 'detail' },
    ],
    [403, { error: 'Not ACME.' }, { kind: 'forbidden', detail: 'Not ACME.', body: 'blocklist' }],
    [403, ['Not yours.'], { kind: 'forbidden', detail: 'Not yours.', body: null }],
    [404, { error: { message: 'Gone.', code: 7 } }, { kind: 'not-found', detail: 'Gone. 7' }],
    [404, '<h1>Not Found</h1>', { kind: 'not-found', detail: null, answer: '<h1>Not Found</h1>' }],
    [
      405,
      { detail: 'Method "GET" not allowed.' },
      { kind: 'refused', detail: 'Method "GET" not allowed.' },
    ],
    [500, 'Out of memory', { kind: 'unavailable', detail: 'Out of memory', answer: null }],
    [500, '', { kind: 'unavailable', detail: null, answer: null }],
    [500, '<html>…', { kind: 'unavailable', detail: null, answer: '<html>…' }],
    [500, { detail: ['x'.repeat(600)] }, { detail: `${'x'.repeat(500)}…` }],
    [400, {}, { kind: 'invalid', detail: null, validation: null, answer: '{}' }],
    [400, null, { kind: 'invalid', detail: null, validation: null, answer: 'null' }],
    [400, { detail: 'No.' }, { kind: 'invalid', detail: 'No.', validation: null }],
    [
      400,
      ['One.', 'Two.'],
      { detail: 'One. Two.', validation: { non_field_errors: ['One.', 'Two.'] } },
    ],
    [
      400,
      { detail: 'No.', from_date: ['Wrong.'], code: 7, more: [null, { a: true }] },
      {
        detail: 'No.',
        validation: { detail: 'No.', from_date: ['Wrong.'], code: '7', more: ['', { a: 'true' }] },
      },
    ],
  ])('%i %j keeps every message', async (status, body, expected) => {
    expect(await refused(status, body)).toMatchObject({ status, ...expected })
  })

  test('is shown even if it is about a single field', async () => {
    const error = await refused(400, { from_date: ['Date has wrong format.'] })
    expect(describeError(error).message).toContain('“Date has wrong format.”')
  })

  test('may be nested at any depth', async () => {
    const depth = 100_000
    const error = await refused(400, `${'{"a":['.repeat(depth)}"No."${']}'.repeat(depth)}`)
    expect(error).toMatchObject({ kind: 'invalid' })
  })
})

/** The URL of a server that is overloaded for the first requests, and what it was sent. */
async function overloadedFor(requests: number) {
  const methods: (string | undefined)[] = []
  const url = await serve(({ method }, response) => {
    methods.push(method)
    if (methods.length > requests) return response.writeHead(200).end('{"results":[]}')
    const headers = { 'x-redial-overloaded': '1', 'retry-after': '0' }
    response.writeHead(503, headers).end('{"detail":"Redial is overloaded."}')
  })
  return { url, methods }
}

test.each(['GET', 'POST'] as const)(
  'sends a %s again that an overloaded process refused',
  async method => {
    const { url, methods } = await overloadedFor(3)
    await expect(request(Answer, url, { method })).resolves.toEqual({ results: [] })
    expect(methods).toEqual([method, method, method, method])
  },
)

test('shows the refusal of a process that stays overloaded', async () => {
  const { url, methods } = await overloadedFor(100)
  await expect(request(Answer, url)).rejects.toMatchObject({ kind: 'unavailable', status: 503 })
  expect(methods).toHaveLength(7)
})

test('never repeats a change that another 503 may have made', async () => {
  const url = await answering({ detail: 'Down.' }, 503, { 'retry-after': '0' })
  await expect(request(Answer, url, { method: 'POST' })).rejects.toMatchObject({ status: 503 })
})
