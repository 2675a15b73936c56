import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startTestProxy, type TestProxy } from '../../testing/peers/test-proxy.ts'
import type { TestReceiver } from '../../testing/peers/test-receiver.ts'
import { TEST_TIMINGS } from '../../testing/test-timings.ts'
import type { SenderSettings } from './sender.ts'
import { receiversOfTests } from './testing/receivers-of-tests.ts'

const { opened, receiver, senderTo } = receiversOfTests()

/** No name server knows this name: it is only reachable through the proxy. */
const urlOf = (to: TestReceiver) => `https://other.example:${to.port}/hook`
const outside = () => receiver(200, { certificate: 'other name' })
const proxied = (proxy: Pick<TestProxy, 'url'>): Partial<SenderSettings> => ({
  exceptions: [],
  proxy: proxy.url,
})

const _answer = (head: string) => (socket: Socket) => void socket.end(`${head}\r\n\r\n`)

describe('a deadline that passes', () => {
  afterEach(() => void vi.useRealTimers())

  it('while the proxy opens no tunnel is the proxy’s fault, and the connection is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const proxy = await opened(startTestProxy())
    const asked = Promise.withResolvers<void>()
    const hungUp = Promise.withResolvers<void>()
    proxy.behave(socket => {
      socket.on('end', () => hungUp.resolve()).resume()
      asked.resolve()
    })
    const to = await outside()
    const posting = senderTo(to, proxied(proxy)).post(urlOf(to), '{}')
    await asked.promise
    await vi.advanceTimersByTimeAsync(TEST_TIMINGS.attemptDeadlineMs)
    expect(await posting).toMatchObject({
      error: 'the proxy for receivers did not open a connection within 9 seconds',
    })
    await hungUp.promise
  })

  it('while the proxy does not even answer in TLS is also the proxy’s fault', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const arrived = Promise.withResolvers<void>()
    const mute = createServer(socket => {
      socket.on('error', () => {})
      arrived.resolve()
    })
    await new Promise<void>(resolve => mute.listen(0, '127.0.0.1', resolve))
    await opened(mute)
    const { port } = Object(mute.address())
    const to = await outside()
    const posting = senderTo(to, proxied({ url: `https://localhost:${port}` })).post(
      urlOf(to),
      '{}',
    )
    await arrived.promise
    await vi.advanceTimersByTimeAsync(TEST_TIMINGS.attemptDeadlineMs)
    expect(await posting).toMatchObject({
      error: 'the proxy for receivers did not open a connection within 9 seconds',
    })
  })

  it('while the receiver does not answer through the tunnel is the receiver’s fault', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const proxy = await opened(startTestProxy())
    const arrived = Promise.withResolvers<void>()
    const to = await receiver(() => arrived.resolve(), { certificate: 'other name' })
    const posting = senderTo(to, proxied(proxy)).post(urlOf(to), '{}')
    await arrived.promise
    await vi.advanceTimersByTimeAsync(TEST_TIMINGS.attemptDeadlineMs)
    expect(await posting).toMatchObject({ error: 'did not answer within 10 seconds' })
  })
})
