import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Cause, CauseCode } from '../../../contract/cause.ts'
import { eventually } from '../../testing/eventually.ts'
import { flood } from '../../testing/peers/endless-answers.ts'
import { listen } from '../../testing/peers/listen.ts'
import {
  type Behaviour,
  type ReceiverOptions,
  startReceiver,
} from '../../testing/peers/test-receiver.ts'
import type { Outcome } from './sender.ts'
import { receiversOfTests } from './testing/receivers-of-tests.ts'
import { startNameServer } from './testing/test-name-server.ts'

const BODY = '{"call_id":1}'
const { opened, receiver, senderTo } = receiversOfTests()

const cut =
  (written: string | Buffer): Behaviour =>
  (_request, { socket }) =>
    void socket?.write(written, () => socket.destroy())

describe('a receiver that stalls', () => {
  const TOO_LATE = { delivered: false, status: null, error: 'did not answer within 10 seconds' }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** The result of a post whose deadline passes when `arrived` is settled, and not before. */
  async function lateOutcome(posting: Promise<Outcome>, arrived: Promise<unknown>) {
    let isSettled = false
    void posting.finally(() => {
      isSettled = true
    })
    await arrived
    await vi.advanceTimersByTimeAsync(9_999)
    expect(isSettled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    return posting
  }

  it.each<[string, Exclude<Behaviour, number>]>([
    ['says nothing', () => {}],
    ['drips its headers', flood('HTTP/1.1 200 OK\r\n', 'x-drip: 1\r\n')],
    ['drips the first line', flood('HTTP/1.1 200 ', 'O')],
    ['sends endless 102', flood('', 'HTTP/1.1 102 Processing\r\n\r\n')],
    ['sends endless 100', flood('', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('fails at the deadline if it %s, and the connection is closed', async (_name, behaviour) => {
    const arrived = Promise.withResolvers<void>()
    const hungUp = Promise.withResolvers<void>()
    const to = await receiver((request, response) => {
      response.socket?.on('close', hungUp.resolve)
      arrived.resolve()
      return behaviour(request, response)
    })
    const posting = senderTo(to).post(to.url, BODY)
    expect(await lateOutcome(posting, arrived.promise)).toMatchObject(TOO_LATE)
    await hungUp.promise
  })

  it('fails at the deadline if TLS is never answered, and the connection is closed', async () => {
    const arrived = Promise.withResolvers<void>()
    const hungUp = Promise.withResolvers<void>()
    const server = createServer(socket => {
      socket.on('close', hungUp.resolve).resume()
      arrived.resolve()
    })
    const port = await listen(await opened(server))
    const sender = senderTo({ exception: `localhost:${port}` })
    const posting = sender.post(`https://localhost:${port}/`, BODY)
    expect(await lateOutcome(posting, arrived.promise)).toMatchObject(TOO_LATE)
    await hungUp.promise
  })

  it('fails at the deadline if its name is never looked up', async () => {
    const names = await opened(startNameServer())
    names.set('silent.test', 'silent')
    const sender = senderTo({}, { nameServers: [names.address] })
    const posting = sender.post('https://silent.test/', BODY)
    const arrived = eventually(() => names.questions.includes('silent.test'))
    expect(await lateOutcome(posting, arrived)).toMatchObject(TOO_LATE)
  })

  it('gives the next attempt its own connection', async () => {
    const arrived = Promise.withResolvers<void>()
    const to = await receiver(() => arrived.resolve())
    const sender = senderTo(to)
    await lateOutcome(sender.post(to.url, BODY), arrived.promise)
    to.behave(200)
    expect(await sender.post(to.url, BODY)).toMatchObject({ delivered: true })
    expect(to.connections()).toBe(2)
  })
})

describe('an answer in time whose body', () => {
  const HEADERS = 'HTTP/1.1 200 OK\r\n'

  it.each<[string, Behaviour, RegExp]>([
    ['drips without end', flood(`${HEADERS}\r\n`, 'a'), /^a+$/],
    ['never comes', flood(`${HEADERS}content-length: 10\r\n\r\n`, ''), /^$/],
    ['breaks off', cut(`${HEADERS}content-length: 10\r\n\r\naaa`), /^aaa$/],
    [
      'is not text',
      cut(Buffer.from(`${HEADERS}content-length: 2\r\n\r\na\xff`, 'latin1')),
      /^a\uFFFD$/,
    ],
  ])('%s is delivered, with the part that was read', async (_name, behaviour, answer) => {
    const to = await receiver(behaviour)
    const outcome = await senderTo(to).post(to.url, BODY)
    expect(outcome).toMatchObject({ delivered: true, status: 200, error: null })
    expect(outcome.answer).toMatch(answer)
  })

  it('is 1 GB long is cut at 64 KiB', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'a')
    const sent = Promise.withResolvers<number>()
    const to = await receiver((_request, response) => {
      let written = 0
      response.writeHead(200, { 'content-length': 1024 ** 3 })
      const pump = () => {
        let room = true
        while (room && written < 1024 ** 3) {
          room = response.write(chunk)
          written += chunk.length
        }
      }
      response.on('drain', pump).on('close', () => sent.resolve(written))
      pump()
    })
    const outcome = await senderTo(to).post(to.url, BODY)
    expect(outcome).toMatchObject({ delivered: true, status: 200 })
    expect(outcome.answer).toBe('a'.repeat(64 * 1024))
    // Data that never left the receiver can't have used memory here.
    const written = await sent.promise
    expect(written).toBeGreaterThanOrEqual(64 * 1024)
    expect(written).toBeLessThan(20 * 1024 ** 2)
  })
})

describe('a receiver that cannot be reached', () => {
  const NO_ANSWER = { delivered: false, status: null, answer: null }
  const BROKE_OFF = 'closed the connection without a complete answer, and may have the event'

  const UNTRUSTED = 'is not signed by an authority we trust'

  it.each<[ReceiverOptions['certificate'], string, Omit<Cause, 'code'> & { code: string }]>([
    ['expired', 'expired on 3 November 2020', { code: 'expired', day: '2020-11-03' }],
    ['not yet valid', 'is valid only from ', { code: 'too-new', day: expect.any(String) }],
    ['other name', 'is not for the name localhost', { code: 'name-mismatch' }],
    ['self-signed', UNTRUSTED, { code: 'untrusted' }],
    // Its certificate is by an authority that the sender does not know.
    ['valid', UNTRUSTED, { code: 'untrusted' }],
  ])('reports its certificate as the cause: %s', async (certificate, error, { code, ...cause }) => {
    const to = await receiver(200, { certificate })
    const settings = certificate === 'valid' ? { authorities: [] } : {}
    expect(await senderTo(to, settings).post(to.url, BODY)).toMatchObject({
      ...NO_ANSWER,
      error: expect.stringContaining(`its certificate ${error}`),
      cause: { code: `certificate-${code}`, ...cause },
    })
    expect(to.requests).toEqual([])
  })

  it('refuses the connection', async () => {
    const to = await startReceiver()
    await to.close()
    const outcome = await senderTo(to).post(to.url, BODY)
    expect(outcome).toMatchObject({ ...NO_ANSWER, error: 'refused the connection' })
  })

  it.each<[string, Behaviour, string, CauseCode]>([
    ['breaks off at once', cut(''), BROKE_OFF, 'broke-off'],
    ['breaks off in its headers', cut('HTTP/1.1 200 OK\r\nx-a: '), BROKE_OFF, 'broke-off'],
    [
      'floods us with 102',
      flood('', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(200)),
      'sent interim answers (1xx) without end',
      'interim',
    ],
    [
      'floods us with 100',
      flood('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(200)),
      'sent interim answers (1xx) without end',
      'interim',
    ],
    [
      'switches to another protocol',
      cut('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      'switched to another protocol, which was not asked for',
      'interim',
    ],
  ])('%s', async (_name, behaviour, error, code) => {
    const to = await receiver(behaviour)
    expect(await senderTo(to).post(to.url, BODY)).toMatchObject({
      ...NO_ANSWER,
      error,
      cause: { code },
    })
  })

  it.each<[string, string, string]>([
    ['hangs up before TLS', '', 'closed the connection'],
    ['speaks plain HTTP', 'HTTP/1.1 200 OK\r\n\r\n', 'does not speak HTTPS at this address'],
  ])('%s', async (_name, written, error) => {
    const server = createServer(socket => {
      socket.on('error', () => {}).once('data', () => socket.end(written))
    })
    const port = await listen(await opened(server))
    const sender = senderTo({ exception: `localhost:${port}` })
    const outcome = await sender.post(`https://localhost:${port}/`, BODY)
    expect(outcome).toMatchObject({ ...NO_ANSWER, error })
  })
})
