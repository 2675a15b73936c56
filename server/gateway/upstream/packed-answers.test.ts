import type { Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, describe, expect, test } from 'vitest'
import { closedAfterAll } from '../../testing/closed-after-each.ts'
import { head, startRawUpstream } from '../../testing/peers/raw-upstream.ts'
import { startTestGateway } from '../../testing/test-gateway.ts'
import { RANGE, ReplayClient } from '../replays/testing/replay-client.ts'

const PATH = '/v1/call_events_fail/'
const OWN = { authorization: 'Token abc' }

const upstream = await startRawUpstream()
const gateway = await closedAfterAll(startTestGateway(upstream.url))
// Before the gateway, which waits for its answers.
afterAll(() => upstream.close())

const replayOne = () =>
  new ReplayClient(gateway.url, 'abc').post('replays', { ...RANGE, events: [{ id: '1' }] })

describe('a compressed answer', () => {
  const json = JSON.stringify({
    count: 1,
    next: null,
    previous: null,
    results: [{ id: 1, callback_url: 'https://r.example/x', request_json: { a: 'b'.repeat(50) } }],
  })
  const packed = (encoding: string, bytes: Buffer) => (socket: Socket) => {
    socket.write(head(`content-encoding: ${encoding}`, `content-length: ${bytes.length}`))
    socket.write(bytes)
  }

  test.each([
    ['gzip', gzipSync(json)],
    ['br', brotliCompressSync(json)],
  ])('in %s is passed on unchanged, and can be read', async (encoding, bytes) => {
    upstream.behave(packed(encoding, bytes))
    const { headers, body } = await request(`${gateway.url}${PATH}`, { headers: OWN })
    expect(headers['content-encoding']).toBe(encoding)
    expect(Buffer.from(await body.arrayBuffer()).equals(bytes)).toBe(true)
    const response = await fetch(`${gateway.url}${PATH}`, { headers: OWN })
    expect(await response.text()).toBe(json)
    expect(await replayOne()).toMatchObject({ status: 201, body: { read: { found: 1 } } })
  })

  test.each(['utf-8', 'UTF-8', 'none', 'identity'])(
    'with the encoding %s is not compressed, and can be read',
    async encoding => {
      upstream.behave(packed(encoding, Buffer.from(json)))
      expect(await replayOne()).toMatchObject({ status: 201, body: { read: { found: 1 } } })
    },
  )

  test.each([
    ['gzip', Buffer.from('this is not packed at all'), 'could not be unpacked'],
    ['gzip', gzipSync(json).subarray(0, 40), 'could not be unpacked'],
    ['br', Buffer.from('this is not packed at all'), 'could not be unpacked'],
    ['snappy', Buffer.from('{}'), 'in a way that Redial does not know'],
  ])('as %s but badly is an error where the gateway reads', async (encoding, bytes, expected) => {
    upstream.behave(packed(encoding, bytes))
    const { status, body } = await replayOne()
    expect(status).toBe(502)
    expect(body).toEqual({ detail: expect.stringContaining(expected) })
  })
})

test('an answer that is not in UTF-8 is not passed on with wrong letters', async () => {
  const json = '[{"id":1,"callback_url":"https://r.example/x","request_json":{"name":"Zo\u00eb"}}]'
  const answerIn = (encoding: 'utf8' | 'latin1') => {
    const bytes = Buffer.from(json, encoding)
    upstream.behave(socket => {
      socket.write(head(`content-length: ${bytes.length}`))
      socket.write(bytes)
    })
  }
  answerIn('utf8')
  expect(await replayOne()).toMatchObject({ status: 201, body: { read: { found: 1 } } })
  answerIn('latin1')
  expect(await replayOne()).toMatchObject({
    status: 502,
    body: { detail: expect.stringContaining('not written in UTF-8') },
  })
})
