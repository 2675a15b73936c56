import type { ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startReceiver } from '../../testing/peers/test-receiver.ts'
import { receiversOfTests } from './testing/receivers-of-tests.ts'

const { opened, receiver, senderTo } = receiversOfTests()
const DELIVERED = { delivered: true, status: 200 }

afterEach(() => void vi.useRealTimers())

const closeAfter = (response: ServerResponse) =>
  void response.writeHead(200, { connection: 'close' }).end()

describe('a TLS session', () => {
  /** Whether each connection so far resumed a session; each serves one request. */
  async function resuming() {
    const resumed: boolean[] = []
    const note = (response: ServerResponse) => {
      if (response.socket instanceof TLSSocket) resumed.push(response.socket.isSessionReused())
      closeAfter(response)
    }
    const to = await receiver((_request, response) => note(response))
    return { to, resumed, sender: senderTo(to) }
  }

  it('is resumed by the next connection, and a certificate is requested every hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { to, resumed, sender } = await resuming()
    for (const minutes of [0, 29, 29, 29]) {
      vi.setSystemTime(Date.now() + minutes * 60_000)
      expect(await sender.post(to.url, '{}')).toMatchObject(DELIVERED)
    }
    expect(resumed).toEqual([false, true, true, false])
    expect(to.connections()).toBe(4)
  })

  it('is not resumed by another server in the receiver’s place', async () => {
    const { to, sender } = await resuming()
    await sender.post(to.url, '{}')
    await to.close()
    const impostor = await opened(startReceiver(200, { certificate: 'other name', port: to.port }))
    expect(await sender.post(to.url, '{}')).toMatchObject({
      delivered: false,
      error: 'its certificate is not for the name localhost',
    })
    expect(impostor.requests).toEqual([])
  })
})
