import type { ServerResponse } from 'node:http'
import { createServer } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listen } from '../../testing/peers/listen.ts'
import { receiverCertificate, type TestReceiver } from '../../testing/peers/test-receiver.ts'
import type { Sender } from './sender.ts'
import { receiversOfTests } from './testing/receivers-of-tests.ts'
import { startNameServer } from './testing/test-name-server.ts'

const { opened, receiver, senderTo } = receiversOfTests()
const DELIVERED = { delivered: true, status: 200 }

afterEach(() => void vi.useRealTimers())

/** Without the header that says how long: Node's server sends its own 5 seconds. */
const keepAlive = (response: ServerResponse) =>
  void response.writeHead(200, { connection: 'keep-alive' }).end()
const closeAfter = (response: ServerResponse) =>
  void response.writeHead(200, { connection: 'close' }).end()

describe('an idle connection', () => {
  /** Resolves when the receiver sees the connection close after its next request. */
  function closing(to: TestReceiver, answer = keepAlive): Promise<void> {
    const closed = Promise.withResolvers<void>()
    to.behave((_request, response) => {
      response.socket?.on('close', () => closed.resolve())
      answer(response)
    })
    return closed.promise
  }

  it('is kept for 45 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const to = await receiver()
    const sender = senderTo(to)
    const closed = closing(to)
    await sender.post(to.url, '{}')
    await vi.advanceTimersByTimeAsync(44_000)
    await sender.post(to.url, '{}')
    expect(to.connections()).toBe(1)
    await vi.advanceTimersByTimeAsync(45_001)
    await closed
  })

  it('is abandoned before the time at which the receiver says that it closes it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const to = await receiver()
    const closed = closing(
      to,
      response =>
        void response.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=9' }).end(),
    )
    await senderTo(to).post(to.url, '{}')
    await vi.advanceTimersByTimeAsync(8_001)
    await closed
  })

  it('is not reused ten minutes after it was opened', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const to = await receiver((_request, response) => keepAlive(response))
    const sender = senderTo(to)
    const connections: number[] = []
    for (const minutes of [0, 9, 1, 0]) {
      vi.advanceTimersByTime(minutes * 60_000)
      expect(await sender.post(to.url, '{}')).toMatchObject(DELIVERED)
      connections.push(to.connections())
    }
    expect(connections).toEqual([1, 1, 1, 2])
  })

  it('is closed if there are too many, the one that was idle the longest first', async () => {
    const all = await Promise.all([receiver(), receiver(), receiver()])
    const [first, second, third] = all
    const sender = senderTo(first, {
      exceptions: all.map(({ exception }) => exception),
      idleConnections: 2,
    })
    const closed = closing(second)
    for (const to of [first, second, first, third]) await sender.post(to.url, '{}')
    await closed
    for (const to of [first, third, second]) await sender.post(to.url, '{}')
    expect(all.map(to => to.connections())).toEqual([1, 2, 1])
  })
})

it('a receiver is asked for the certificate of its name (SNI)', async () => {
  const names: string[] = []
  const server = createServer(
    {
      ...(await receiverCertificate()),
      SNICallback: (name, done) => {
        names.push(name)
        done(null)
      },
    },
    socket => socket.on('error', () => {}).destroy(),
  )
  const port = await listen(await opened(server))
  const to = await receiver()
  const sender = senderTo(to, { exceptions: [`localhost:${port}`, `127.0.0.1:${port}`] })
  await sender.post(`https://localhost:${port}/`, '{}')
  await sender.post(`https://127.0.0.1:${port}/`, '{}')
  expect(names).toEqual(['localhost'])
})

describe('a name', () => {
  const NAME = 'other.example'

  async function named(ttlSeconds: number): Promise<{ questions: string[]; post: Post }> {
    const to = await receiver((_request, response) => closeAfter(response), {
      certificate: 'other name',
    })
    const names = await opened(startNameServer())
    names.set(NAME, ['127.0.0.1'], ttlSeconds)
    const exceptions = [`127.0.0.0/8:${to.port}`]
    const sender = senderTo(to, { exceptions, nameServers: [names.address] })
    return {
      questions: names.questions,
      post: () => sender.post(`https://${NAME}:${to.port}/`, '{}'),
    }
  }
  type Post = () => ReturnType<Sender['post']>

  it('is looked up once within its time to live, for each address family', async () => {
    const { questions, post } = await named(30)
    const both = await Promise.all([post(), post()])
    expect([...both, await post()]).toEqual(Array(3).fill(expect.objectContaining(DELIVERED)))
    expect(questions).toEqual([NAME, NAME])
  })
})
