import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { gatewayAndUpstream, TOKEN } from '../testing/gateway-and-upstream.ts'
import { JSON_BODY } from '../testing/test-gateway.ts'

const both = gatewayAndUpstream()

test('a body with mistakes is answered with errors by field', async () => {
  const response = await fetch(both.url('/gateway/replays'), {
    method: 'POST',
    headers: { ...JSON_BODY, authorization: `Token ${TOKEN}` },
    body: JSON.stringify({ list: 'others', from_date: 'today', events: [{ id: '' }] }),
  })
  expect(response.status).toBe(400)
  const body = await response.json()
  expect(Object.keys(body).sort()).toEqual(['events', 'from_date', 'list', 'to_date'])
  expect(body.events[0].id).toEqual([expect.any(String)])
})

test('an unknown path is a 404 in JSON', async () => {
  const response = await fetch(both.url('/nowhere/'))
  expect([response.status, await response.json()]).toEqual([404, { detail: 'Not found.' }])
})

test('a path that cannot be decoded is also a 404', async () => {
  for (const path of ['/%zz', '/v1/%zz']) {
    const { statusCode, body } = await request(both.url(path))
    expect([statusCode, await body.json()]).toEqual([404, { detail: 'Not found.' }])
  }
})

test("a path that climbs out of the service's is a 400, not a 500", async () => {
  const socket = connect(Number(new URL(both.gateway.url).port), '127.0.0.1')
  socket.write(
    'GET /v1/../v1/tn_prefixes/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  )
  const [head, body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 400 /)
  expect(JSON.parse(body)).toEqual({ detail: 'The address of the request is not valid.' })
})

test('bytes that are not HTTP get a JSON error', async () => {
  const socket = connect(Number(new URL(both.gateway.url).port), '127.0.0.1')
  socket.write('nonsense\r\n\r\n')
  const [, body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(JSON.parse(body)).toEqual({ detail: 'The request is not valid HTTP.' })
})
