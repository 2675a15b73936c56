import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
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
