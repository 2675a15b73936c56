import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { gatewayAndUpstream, TOKEN } from '../testing/gateway-and-upstream.ts'

const both = gatewayAndUpstream()

test.each(['/', '/v1/tn_prefixes/', '/gateway/session'])(
  'TRACE does not return headers and does not reach the service: %s',
  async path => {
    const socket = connect(Number(new URL(both.gateway.url).port), '127.0.0.1')
    socket.write(
      `TRACE ${path} HTTP/1.1\r\nHost: redial.example\r\nAuthorization: Token ${TOKEN}\r\nConnection: close\r\n\r\n`,
    )
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
    expect(answer).not.toContain(TOKEN)
    expect(both.upstream.requests).toEqual([])
  },
)

test.each(['TRACE', 'PROPFIND', 'QUERY', 'PURGE'])(
  '%s is no method of the interface: a 405, after the check of the token',
  async method => {
    const ask = (headers: Record<string, string>) =>
      new Promise<IncomingMessage>((resolve, reject) =>
        request(both.url('/v1/blocklist/'), { method, headers }, resolve).on('error', reject).end(),
      )
    const refused = await ask({ authorization: `Token ${TOKEN}` })
    expect(refused.statusCode).toBe(405)
    expect(refused.headers.allow).toBe('GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS')
    expect(await json(refused)).toEqual({ detail: `Method "${method}" not allowed.` })
    expect((await ask({})).statusCode).toBe(401)
    expect(both.upstream.requests).toEqual([])
  },
)
