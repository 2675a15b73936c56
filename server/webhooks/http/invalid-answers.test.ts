import { describe, expect, it } from 'vitest'
import { flood } from '../../testing/peers/endless-answers.ts'
import { readFailure } from './cause.ts'
import { createReceiverTester } from './test-receiver.ts'
import { type RawBehaviour, startRawReceiver } from './testing/raw-receiver.ts'
import { receiversOfTests, settingsFor } from './testing/receivers-of-tests.ts'

const { opened, senderTo } = receiversOfTests()

async function postTo(behaviour: RawBehaviour, options = {}) {
  const to = await opened(startRawReceiver(behaviour, options))
  const sender = senderTo(to)
  return { to, post: () => sender.post(to.url, '{"call_id":1}') }
}

const answer =
  (text: string | Buffer): RawBehaviour =>
  socket =>
    void socket.write(text)

/** One byte in each packet, or as many as arrive together. */
const inBytes =
  (text: string): RawBehaviour =>
  socket => {
    for (const byte of Buffer.from(text)) socket.write(Buffer.of(byte))
  }

const OK = 'HTTP/1.1 200 OK\r\n'
const EMPTY = 'Content-Length: 0\r\n\r\n'
const MALFORMED: [string, string][] = [
  ['two equal lengths', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\nok'],
  ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a length that is no number', 'Content-Length: many\r\n\r\n'],
  ['a length beyond all numbers', `Content-Length: ${'9'.repeat(30)}\r\n\r\n`],
  ['a folded header', `X-A: a\r\n b\r\n${EMPTY}`],
  ['a space before the colon', `X-A : a\r\n${EMPTY}`],
  ['U+0000 in a header', `X-A: a\0b\r\n${EMPTY}`],
  ['200 KiB of headers', `X-A: ${'a'.repeat(1_000)}\r\n`.repeat(200) + EMPTY],
]

describe('an answer that is not valid HTTP after its status', () => {
  it.each(MALFORMED)('delivers with 200: %s', async (_name, rest) => {
    const { to, post } = await postTo(answer(`${OK}${rest}`))
    expect(await post()).toMatchObject({ delivered: true, status: 200, error: null })
    expect(to.requests).toHaveLength(1)
  })

  it.each([
    ['401 Unauthorized', 401],
    ['500 Internal Server Error', 500],
    ['503', 503],
  ])('fails with its own status: %s', async (text, status) => {
    for (const [, rest] of MALFORMED.slice(0, 8)) {
      const { post } = await postTo(answer(`HTTP/1.1 ${text}\r\n${rest}`))
      const error = `answered ${status}; only 200 counts`
      expect(await post()).toMatchObject({ delivered: false, status, error })
    }
  })

  it.each([
    ['bare line feeds', `HTTP/1.1 200 OK\nContent-Length: 2\nContent-Length: 2\n\nok`],
    ['bare carriage returns', `HTTP/1.1 200 OK\rContent-Length: 0\r\r`],
    ['a later minor version', `HTTP/1.2 200 OK\r\n${EMPTY}`],
    ['two spaces before the status', `HTTP/1.1  200 OK\r\n${EMPTY}`],
    ['an empty line first', `\r\n${OK}X-A : a\r\n${EMPTY}`],
    ['early hints first', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}X : a\r\n${EMPTY}`],
    ['100 Continue first', `HTTP/1.1 100 Continue\r\n\r\n${OK}X : a\r\n${EMPTY}`],
  ])('delivers with 200, in any number of packets: %s', async (_name, text) => {
    for (const behaviour of [answer(text), inBytes(text)]) {
      const { post } = await postTo(behaviour)
      expect(await post()).toMatchObject({ delivered: true, status: 200 })
    }
  })

  it('delivers with 200 and closes the connection: headers without end', async () => {
    const closed = Promise.withResolvers<void>()
    const { post } = await postTo(socket => {
      socket.on('close', closed.resolve)
      void flood(OK, `x-long: ${'a'.repeat(8_000)}\r\n`)(null, { socket })
    })
    expect(await post()).toMatchObject({ delivered: true, status: 200 })
    await closed.promise
  })

  it('never shares its connection with the next request', async () => {
    const smuggled = `Content-Length: 0\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n${EMPTY}`
    const { to, post } = await postTo((socket, number) =>
      socket.write(number === 1 ? `${OK}${smuggled}` : `HTTP/1.1 500 No\r\n${EMPTY}`),
    )
    expect(await post()).toMatchObject({ delivered: true })
    expect(await post()).toMatchObject({ delivered: false, status: 500 })
    expect(to.connections()).toBe(2)
  })
})

const NOT_HTTP = 'answered in a form that is not valid HTTP, and may have the event'

it.each<[string, string | Buffer]>([
  ['a greeting of another protocol', '220 mail.example ESMTP\r\n'],
  ['a page without a head', '<html>ok</html>'],
  ['text before the status line', `hello ${OK}${EMPTY}`],
  ['a space before the status line', ` ${OK}${EMPTY}`],
  ['a status of four digits', `HTTP/1.1 2000 OK\r\n${EMPTY}`],
  ['a status of two digits', `HTTP/1.1 20 OK\r\n${EMPTY}`],
  ['a status below 100', `HTTP/1.1 099 OK\r\n${EMPTY}`],
  ['a version that is none', `HTTP/2 200 OK\r\n${EMPTY}`],
  ['another protocol with a status', `ICY 200 OK\r\n${EMPTY}`],
  ['frames of HTTP/2', Buffer.of(0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100)],
  ['an interim answer that is malformed', `HTTP/1.1 103 Early Hints\r\nX : y\r\n\r\n`],
])('an answer without a status that can be read fails and says so: %s', async (_name, text) => {
  const { to, post } = await postTo(answer(text))
  expect(await post()).toMatchObject({ delivered: false, status: null, error: NOT_HTTP })
  expect(to.requests).toHaveLength(1)
})

it('a receiver that asks for a client certificate is named as such', async () => {
  const { to, post } = await postTo(() => {}, { requestCert: true, rejectUnauthorized: true })
  const error = 'asks for a client certificate, and events are sent without one'
  expect(await post()).toMatchObject({ delivered: false, status: null, error })
  expect(to.requests).toEqual([])
})

it.each([
  'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE',
  'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN',
  'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
  'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
])('%s during the handshake is about a client certificate, too', code => {
  const alert = Object.assign(new Error('alert'), { code })
  expect(readFailure(alert).error).toMatch(/^asks for a client certificate/)
})

it('a receiver test reports the status of an invalid answer, and says nothing of an event', async () => {
  const test = async (behaviour: RawBehaviour) => {
    const to = await opened(startRawReceiver(behaviour))
    return createReceiverTester(settingsFor(to))(to.url)
  }
  expect(await test(answer(`HTTP/1.1 405 No\r\nX : a\r\n${EMPTY}`))).toMatchObject({
    failed_at: null,
    status: 405,
  })
  expect(await test(answer('220 mail.example ESMTP\r\n'))).toMatchObject({
    failed_at: 'answer',
    problem: 'answered in a form that is not valid HTTP',
  })
  expect(await test(socket => void socket.end())).toMatchObject({
    failed_at: 'answer',
    problem: 'closed the connection without a complete answer',
  })
})
