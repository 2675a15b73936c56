import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { addPartner, openTestService } from '../../testing/test-service.ts'

/* docs/wire-format.md, "Errors" and "Trailing slash". */

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
  [
    'JSON with a charset',
    { 'Content-Type': 'application/json; charset=utf-8' },
    '{}',
    400,
    { entity: ['This field is required.'] },
  ],
]

/** "Müller" in Latin-1. */
const NO_UTF_8 = Buffer.from('{"entity":{"reference":"M\xfcller","name":"M"}}', 'latin1')

const SLASHES = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']

const service = await closedAfterAll(openTestService())
const { token } = await addPartner(service.database, 'P-1')

test('HEAD answers like GET, without the body', async () => {
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

test('body: an encoding other than UTF-8 is refused, not read with wrong letters', async () => {
  const answer = await fetch(`${service.origin}/v1/blocklist/`, {
    method: 'POST',
    headers: { ...JSON_TYPE, Authorization: `Token ${token}` },
    body: NO_UTF_8,
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toEqual({
    detail: expect.stringMatching(/^JSON parse error - .*utf-8/),
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

test.each(SLASHES)('slash: %s without it is redirected, and the query is kept', async method => {
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

test('bytes that are not HTTP get a JSON error, too', async () => {
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1')
  socket.write('nonsense\r\n\r\n')
  const [head, body] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
  expect(head).toContain('\r\ncontent-type: application/json; charset=utf-8\r\n')
  expect(JSON.parse(body ?? '')).toEqual({ detail: 'The request is not valid HTTP.' })
})
