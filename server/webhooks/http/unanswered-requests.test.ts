import type { TLSSocket } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { type RawBehaviour, startRawReceiver } from './testing/raw-receiver.ts'
import { receiversOfTests } from './testing/receivers-of-tests.ts'
import { startResettingReceiver } from './testing/resetting-receiver.ts'

const { opened, senderTo } = receiversOfTests()
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const DELIVERED = { delivered: true, status: 200, error: null }
const MAY_HAVE_IT = {
  delivered: false,
  status: null,
  error: 'closed the connection without a complete answer, and may have the event',
}

/** Answers the first request, and keeps the connection. */
async function keptAlive(next: RawBehaviour) {
  const to = await opened(
    startRawReceiver((socket, number, reset) =>
      number === 1 ? void socket.write(OK) : next(socket, number, reset),
    ),
  )
  const sender = senderTo(to)
  expect(await sender.post(to.url, '{}')).toMatchObject(DELIVERED)
  return { to, post: (body = '{"n":2}') => sender.post(to.url, body, { 'webhook-id': '2' }) }
}

type Close = (socket: TLSSocket, reset: () => void) => void

const CLOSES: [string, Close][] = [
  ['closes the connection', socket => void socket.destroy()],
  ['closes only its own side', socket => void socket.end()],
  ['resets the connection', (_socket, reset) => reset()],
  ['sends an interim answer and closes the connection', writeAndClose('HTTP/1.1 102 P\r\n\r\n')],
  ['closes the connection in its status line', writeAndClose('HTTP/1.1 2')],
  ['closes the connection in its headers', writeAndClose('HTTP/1.1 200 OK\r\nContent-Le')],
  ['sends an empty line and closes the connection', writeAndClose('\r\n')],
]

function writeAndClose(text: string) {
  return (socket: TLSSocket) => void socket.write(text, () => socket.destroy())
}

describe('a receiver that reads an event and then', () => {
  it.each(CLOSES)('%s gets it once, on a kept-alive connection', async (_name, close) => {
    const { to, post } = await keptAlive((socket, _number, reset) => close(socket, reset))
    expect(await post()).toMatchObject(MAY_HAVE_IT)
    expect([to.requests.length, to.connections()]).toEqual([2, 1])
  })

  it.each(CLOSES)('%s gets it once, on a new connection', async (_name, close) => {
    const to = await opened(startRawReceiver((socket, _number, reset) => close(socket, reset)))
    expect(await senderTo(to).post(to.url, '{}')).toMatchObject(MAY_HAVE_IT)
    expect([to.requests.length, to.connections()]).toEqual([1, 1])
  })

  it('closes the connection gets a large event once', async () => {
    const { to, post } = await keptAlive(socket => void socket.destroy())
    expect(await post(JSON.stringify('a'.repeat(300_000)))).toMatchObject(MAY_HAVE_IT)
    expect(to.requests).toHaveLength(2)
  })

  it('closes the connection gets the next event on a new one', async () => {
    const { to, post } = await keptAlive((socket, number) =>
      number === 2 ? void socket.destroy() : void socket.write(OK),
    )
    expect(await post()).toMatchObject(MAY_HAVE_IT)
    expect(await post()).toMatchObject(DELIVERED)
    expect([to.requests.length, to.connections()]).toEqual([3, 2])
  })
})

describe('a receiver that closed an idle connection before the event was sent', () => {
  it.each(CLOSES.slice(0, 3))('%s: the event goes over a new one, once', async (_name, close) => {
    let closeKept = () => {}
    const isClosed = Promise.withResolvers<void>()
    const to = await opened(
      startRawReceiver((socket, number, reset) => {
        if (number === 1) {
          socket.once('close', () => isClosed.resolve())
          closeKept = () => close(socket, reset)
        }
        socket.write(OK)
      }),
    )
    const sender = senderTo(to)
    expect(await sender.post(to.url, '{}')).toMatchObject(DELIVERED)
    closeKept()
    await isClosed.promise
    expect(await sender.post(to.url, '{"n":2}')).toMatchObject(DELIVERED)
    expect([to.requests.length, to.connections()]).toEqual([2, 2])
  })

  it.each([
    ['a small event once, on a new one', '{"n":2}', DELIVERED],
    // A part of it may have been read.
    ['no second part of a large event', JSON.stringify('a'.repeat(9_000)), MAY_HAVE_IT],
  ])('whose end is noticed only when it is written gets %s', async (_name, body, outcome) => {
    const to = await opened(startResettingReceiver())
    const sender = senderTo(to)
    expect(await sender.post(to.url, '{}')).toMatchObject(DELIVERED)
    // The sender's own setImmediate, after which it writes, follows this one.
    setImmediate(() => to.reset())
    expect(await sender.post(to.url, body)).toMatchObject(outcome)
  })
})
