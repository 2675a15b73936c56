import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flood } from '../../testing/peers/endless-answers.ts'
import { listen } from '../../testing/peers/listen.ts'
import { startTestProxy, type TestProxy } from '../../testing/peers/test-proxy.ts'
import type { TestReceiver } from '../../testing/peers/test-receiver.ts'
import { TEST_TIMINGS } from '../../testing/test-timings.ts'
import { receiverProblem } from './receiver-url.ts'
import type { SenderSettings } from './sender.ts'
import { createReceiverTester } from './test-receiver.ts'
import { receiversOfTests, settingsFor } from './testing/receivers-of-tests.ts'
import { startNameServer } from './testing/test-name-server.ts'

const { opened, receiver, senderTo } = receiversOfTests()

/** No name server knows this name: it is only reachable through the proxy. */
const urlOf = (to: TestReceiver) => `https://other.example:${to.port}/hook`
const outside = () => receiver(200, { certificate: 'other name' })
const proxied = (proxy: Pick<TestProxy, 'url'>): Partial<SenderSettings> => ({
  exceptions: [],
  proxy: proxy.url,
})
const withPassword = (proxy: TestProxy) => ({
  url: proxy.url.replace('://', '://redial:s%25cret%3A@'),
})
const answer = (head: string) => (socket: Socket) => void socket.end(`${head}\r\n\r\n`)

describe('the proxy is used', () => {
  it.each([
    ['http', false],
    ['https', true],
  ])('for each delivery, on a tunnel that is kept open, over %s', async (_scheme, secure) => {
    const proxy = await opened(startTestProxy({ secure }))
    const to = await outside()
    const sender = senderTo(to, proxied(withPassword(proxy)))
    for (const _ of [1, 2, 3]) {
      expect(await sender.post(urlOf(to), '{"a":1}')).toMatchObject({
        delivered: true,
        status: 200,
      })
    }
    expect(to.requests.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}', '{"a":1}'])
    expect(proxy.tunnels).toEqual([
      {
        authority: `other.example:${to.port}`,
        authorization: `Basic ${Buffer.from('redial:s%cret:').toString('base64')}`,
      },
    ])
    expect(to.connections()).toBe(1)
    // The proxy's password is only sent to the proxy.
    expect(JSON.stringify(to.requests)).not.toContain('proxy')
  })

  it('for each receiver test, which reports the receiver’s certificate', async () => {
    const proxy = await opened(startTestProxy())
    const to = await outside()
    const testReceiver = createReceiverTester(settingsFor(to, proxied(proxy)))
    expect(await testReceiver(urlOf(to))).toMatchObject({
      failed_at: null,
      status: 200,
      certificate_valid_until: expect.any(Date),
    })
    expect(proxy.tunnels).toHaveLength(1)
  })

  it('for names, which our own name servers never look up, on save or on send', async () => {
    const names = await opened(startNameServer())
    const proxy = await opened(startTestProxy())
    const to = await outside()
    const settings = { ...settingsFor(to, proxied(proxy)), nameServers: [names.address] }
    expect(await receiverProblem(urlOf(to), settings)).toBeNull()
    expect(await senderTo(to, settings).post(urlOf(to), '{}')).toMatchObject({ delivered: true })
    expect(names.questions).toEqual([])
  })

  it('except for excepted receivers and addresses in excepted ranges, which are reached directly', async () => {
    const proxy = await opened(startTestProxy())
    const to = await receiver()
    const exceptions = [to.exception, `127.0.0.0/8:${to.port}`]
    const sender = senderTo(to, { ...proxied(proxy), exceptions })
    for (const url of [to.url, `https://127.0.0.1:${to.port}/`]) {
      expect(await sender.post(url, '{}')).toMatchObject({ delivered: true })
    }
    expect(proxy.connections()).toBe(0)
  })

  it.each([
    ['http://acme.example/', /must begin with https/],
    ['https://127.0.0.1/', /private or reserved/],
  ])('but not for addresses that are never allowed: %s', async (url, error) => {
    const proxy = await opened(startTestProxy())
    expect(await senderTo({}, proxied(proxy)).post(url, '{}')).toMatchObject({
      error: expect.stringMatching(error),
    })
    expect(proxy.connections()).toBe(0)
  })
})

describe('a receiver behind the proxy', () => {
  it.each([
    ['expired', 'its certificate expired on 3 November 2020'],
    ['valid', 'its certificate is not for the name other.example'],
    ['self-signed', 'its certificate is not signed by an authority we trust'],
  ] as const)('has to show a certificate for its own name: %s', async (certificate, problem) => {
    const proxy = await opened(startTestProxy())
    const to = await receiver(200, { certificate })
    const outcome = await senderTo(to, proxied(proxy)).post(urlOf(to), '{}')
    expect(outcome).toMatchObject({ delivered: false, error: expect.stringContaining(problem) })
    expect(await createReceiverTester(settingsFor(to, proxied(proxy)))(urlOf(to))).toMatchObject({
      failed_at: 'certificate',
      problem: expect.stringContaining(problem),
    })
    expect(to.requests).toEqual([])
  })

  it('that speaks first does not count as HTTPS', async () => {
    const proxy = await opened(startTestProxy())
    proxy.behave(socket => void socket.end('HTTP/1.1 200 OK\r\n\r\n220 mail.example ESMTP\r\n'))
    const to = await outside()
    expect(await senderTo(to, proxied(proxy)).post(urlOf(to), '{}')).toMatchObject({
      error: 'does not speak HTTPS at this address',
    })
  })
})

describe('a proxy with problems', () => {
  const cases: [string, Parameters<TestProxy['behave']>[0], string][] = [
    [
      'does not allow the host',
      answer('HTTP/1.1 403 Forbidden'),
      'does not let us connect to the receiver (403)',
    ],
    [
      'wants a password',
      answer('HTTP/1.1 407 Proxy Authentication Required'),
      'wants another user name or password, or does not let us connect to the receiver (407)',
    ],
    ['finds no way', answer('HTTP/1.1 502 Bad Gateway'), 'could not connect to the receiver (502)'],
    ['knows no tunnels', answer('HTTP/1.1 405 No'), 'answered 405 when asked for a connection'],
    [
      'takes no such password',
      answer('HTTP/1.1 401 Unauthorized'),
      'wants another user name or password, or does not let us connect to the receiver (401)',
    ],
    ['hangs up', socket => void socket.destroy(), 'closed the connection'],
    [
      'speaks something else',
      answer('220 mail.example ESMTP'),
      'answered something that is not HTTP',
    ],
    [
      'answers at length',
      socket => flood('HTTP/1.1 200 OK\r\n', `x-long: ${'a'.repeat(8_000)}\r\n`)(null, { socket }),
      'answered with headers that are too long',
    ],
  ]
  it.each(cases)('is named as the cause if it %s', async (_name, behaviour, words) => {
    const proxy = await opened(startTestProxy())
    proxy.behave(behaviour)
    const to = await outside()
    const error = `the proxy for receivers ${words}`
    expect(await senderTo(to, proxied(withPassword(proxy))).post(urlOf(to), '{}')).toMatchObject({
      delivered: false,
      status: null,
      error,
      answer: null,
    })
    expect(await createReceiverTester(settingsFor(to, proxied(proxy)))(urlOf(to))).toMatchObject({
      failed_at: 'proxy',
      problem: error,
    })
    expect(to.connections()).toBe(0)
  })

  it('is named as the cause if nothing listens there', async () => {
    const proxy = await startTestProxy()
    await proxy.close()
    const to = await outside()
    expect(await senderTo(to, proxied(withPassword(proxy))).post(urlOf(to), '{}')).toMatchObject({
      error: 'the proxy for receivers refused the connection',
    })
  })

  it.each([
    [
      'its certificate is not signed by an authority we trust',
      true,
      /cannot be trusted: its certificate is/,
    ],
    ['it speaks no TLS', false, /does not speak HTTPS|could not agree with us on a secure/],
  ])('gets no password if %s', async (_name, secure, words) => {
    const proxy = await opened(startTestProxy({ secure }))
    const to = await outside()
    const url = withPassword(proxy).url.replace('http:', 'https:')
    const sender = senderTo(to, { ...proxied({ url }), authorities: [] })
    const { error } = await sender.post(urlOf(to), '{}')
    expect(error).toMatch(/^the proxy for receivers /)
    expect(error).toMatch(words)
    expect(proxy.tunnels).toEqual([])
  })
})

describe('a deadline that passes', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())
  const MUTE = 'the proxy for receivers did not open a connection within 9 seconds'

  /** The result of a post whose deadline passes when `arrived` is settled. */
  async function lateOutcome(to: TestReceiver, url: string, arrived: Promise<void>) {
    const posting = senderTo(to, proxied({ url })).post(urlOf(to), '{}')
    await arrived
    await vi.advanceTimersByTimeAsync(TEST_TIMINGS.attemptDeadlineMs)
    return posting
  }

  it('while the proxy opens no tunnel is the proxy’s fault, and the connection is closed', async () => {
    const proxy = await opened(startTestProxy())
    const arrived = Promise.withResolvers<void>()
    const hungUp = Promise.withResolvers<void>()
    proxy.behave(socket => {
      socket.on('end', () => hungUp.resolve()).resume()
      arrived.resolve()
    })
    const outcome = await lateOutcome(await outside(), proxy.url, arrived.promise)
    expect(outcome).toMatchObject({ error: MUTE })
    await hungUp.promise
  })

  it('while the proxy does not even answer in TLS is also the proxy’s fault', async () => {
    const arrived = Promise.withResolvers<void>()
    const mute = createServer(socket => {
      socket.on('error', () => {})
      arrived.resolve()
    })
    const url = `https://localhost:${await listen(await opened(mute))}`
    const outcome = await lateOutcome(await outside(), url, arrived.promise)
    expect(outcome).toMatchObject({ error: MUTE })
  })

  it('while the receiver does not answer through the tunnel is the receiver’s fault', async () => {
    const proxy = await opened(startTestProxy())
    const arrived = Promise.withResolvers<void>()
    const to = await receiver(() => arrived.resolve(), { certificate: 'other name' })
    expect(await lateOutcome(to, proxy.url, arrived.promise)).toMatchObject({
      error: 'did not answer within 10 seconds',
    })
  })
})
