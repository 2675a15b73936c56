import { createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { flood } from '../../testing/peers/endless-answers.ts'
import { listen } from '../../testing/peers/listen.ts'
import { type Behaviour, startReceiver } from '../../testing/peers/test-receiver.ts'
import { TEST_TIMINGS } from '../../testing/test-timings.ts'
import { createReceiverTester } from './test-receiver.ts'
import { receiversOfTests, settingsFor } from './testing/receivers-of-tests.ts'
import { startNameServer } from './testing/test-name-server.ts'

const { opened, receiver } = receiversOfTests()

const testerFor = (...given: Parameters<typeof settingsFor>) =>
  createReceiverTester(settingsFor(...given))

describe('a working receiver', () => {
  it('gets a HEAD without a body, and its certificate is reported', async () => {
    const to = await receiver()
    expect(await testerFor(to)(to.url)).toEqual({
      at: expect.any(Date),
      failed_at: null,
      problem: null,
      certificate_valid_until: expect.any(Date),
      status: 200,
      duration_ms: expect.any(Number),
    })
    const { method, body, headers } = to.requests[0] ?? {}
    expect([to.requests.length, method, body]).toEqual([1, 'HEAD', ''])
    expect(Object.keys(headers ?? {}).filter(name => name.startsWith('webhook'))).toEqual([])
  })

  it.each([204, 404, 405, 500])('counts as reachable with a %i, too', async status => {
    const to = await receiver(status)
    expect(await testerFor(to)(to.url)).toMatchObject({ failed_at: null, problem: null, status })
  })

  it('is looked up and connected to again each time', async () => {
    const to = await receiver()
    const testReceiver = testerFor(to)
    await testReceiver(to.url)
    await testReceiver(to.url)
    expect(to.connections()).toBe(2)
  })

  it('cannot redirect', async () => {
    const target = await receiver()
    const to = await receiver(
      (_request, response) => void response.writeHead(302, { location: target.url }).end(),
    )
    const testReceiver = testerFor(to, { exceptions: [to.exception, target.exception] })
    expect(await testReceiver(to.url)).toMatchObject({ failed_at: null, status: 302 })
    expect(target.connections()).toBe(0)
  })
})

describe('a certificate', () => {
  it.each([
    ['expired', 'its certificate expired on 3 November 2020'],
    ['other name', 'its certificate is not for the name localhost'],
    // Its certificate is by an authority that the test does not know.
    ['valid', 'its certificate is not signed by an authority we trust'],
  ] as const)('is refused and shown with its day: %s', async (certificate, problem) => {
    const to = await receiver(200, { certificate })
    const settings = certificate === 'valid' ? { authorities: [] } : {}
    const validUntil =
      certificate === 'expired' ? new Date('2020-11-03T12:00:00Z') : expect.any(Date)
    expect(await testerFor(to, settings)(to.url)).toMatchObject({
      failed_at: 'certificate',
      problem: expect.stringContaining(problem),
      certificate_valid_until: validUntil,
      status: null,
    })
    expect(to.requests).toEqual([])
  })
})

describe('a receiver with problems', () => {
  const TOO_LATE = 'did not answer within 10 seconds'
  afterEach(() => void vi.useRealTimers())

  it.each<[string, Exclude<Behaviour, number>]>([
    ['says nothing', () => {}],
    ['sends endless 1xx', flood('', 'HTTP/1.1 102 Processing\r\n\r\n')],
  ])('fails at the deadline if it %s, and the connection is closed', async (_name, behaviour) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const arrived = Promise.withResolvers<void>()
    const hungUp = Promise.withResolvers<void>()
    const to = await receiver((request, response) => {
      response.socket?.on('close', () => hungUp.resolve())
      arrived.resolve()
      return behaviour(request, response)
    })
    const tested = testerFor(to)(to.url)
    await arrived.promise
    await vi.advanceTimersByTimeAsync(TEST_TIMINGS.attemptDeadlineMs)
    expect(await tested).toMatchObject({
      failed_at: 'answer',
      problem: TOO_LATE,
      certificate_valid_until: expect.any(Date),
    })
    await hungUp.promise
  })

  it('fails at the deadline if it never shows a certificate', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const arrived = Promise.withResolvers<void>()
    const mute = createServer(socket => {
      socket.on('error', () => {})
      arrived.resolve()
    })
    const exception = `127.0.0.1:${await listen(await opened(mute))}`
    const tested = testerFor({ exception })(`https://${exception}/`)
    await arrived.promise
    await vi.advanceTimersByTimeAsync(TEST_TIMINGS.attemptDeadlineMs)
    expect(await tested).toMatchObject({
      failed_at: 'certificate',
      problem: expect.stringMatching(/in time|within/),
      certificate_valid_until: null,
    })
  })

  it.each(['localhost', '127.0.0.1'])(
    'that refuses connections is reported as such: %s',
    async host => {
      const to = await startReceiver()
      await to.close()
      const testReceiver = testerFor(to, { exceptions: [`${host}:${to.port}`] })
      expect(await testReceiver(`https://${host}:${to.port}/`)).toMatchObject({
        failed_at: 'connection',
        problem: 'refused the connection',
      })
    },
  )
})

describe('an address that nothing may be sent to', () => {
  it.each([
    ['https://169.254.169.254/latest/meta-data', /private or reserved/],
    ['https://localhost/', /this machine itself/],
    ['not a URL', /not a valid URL/],
  ])('is not connected to: %s', async (url, problem) => {
    expect(await testerFor({})(url)).toMatchObject({
      failed_at: 'address',
      problem: expect.stringMatching(problem),
      status: null,
    })
  })

  it('is not connected to behind a name, and an unknown name is reported as such', async () => {
    const to = await receiver()
    const names = await opened(startNameServer())
    names.set('private.test', ['127.0.0.1'])
    const testReceiver = testerFor(to, { nameServers: [names.address] })
    expect(await testReceiver(`https://private.test:${to.port}/`)).toMatchObject({
      failed_at: 'name',
      problem: expect.stringMatching(/private or reserved/),
    })
    expect(await testReceiver(`https://nowhere.test:${to.port}/`)).toMatchObject({
      failed_at: 'name',
      problem: 'the name nowhere.test does not exist',
    })
    expect(to.connections()).toBe(0)
  })
})
