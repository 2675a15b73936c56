import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { receiversOfTests } from './testing/receivers-of-tests.ts'

const { receiver, senderTo } = receiversOfTests()
const DELIVERED = { delivered: true, status: 200 }

afterEach(() => void vi.useRealTimers())

describe('posts to one host at the same time', () => {
  it('share a connection that becomes free soon', async () => {
    const to = await receiver()
    const sender = senderTo(to)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const paths = ['one', 'two', 'three']
    const outcomes = await Promise.all(paths.map(path => sender.post(`${to.url}/${path}`, '{}')))
    expect(outcomes).toMatchObject([DELIVERED, DELIVERED, DELIVERED])
    expect([to.requests.length, to.connections()]).toEqual([3, 1])
  })

  it('have connections of their own if one of them takes long', async () => {
    const slow = Promise.withResolvers<void>()
    const to = await receiver(async (request, response) => {
      if (request.path.endsWith('/slow')) await slow.promise
      response.end()
    })
    const sender = senderTo(to)
    const first = sender.post(`${to.url}/slow`, '{}')
    expect(await sender.post(`${to.url}/quick`, '{}')).toMatchObject(DELIVERED)
    slow.resolve()
    expect(await first).toMatchObject(DELIVERED)
    expect(to.connections()).toBe(2)
  })

  it('need not wait if the receiver closes the connection after each answer', async () => {
    const to = await receiver(
      (_request, response) => void response.writeHead(200, { connection: 'close' }).end(),
    )
    const sender = senderTo(to)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const posts = Array.from({ length: 5 }, () => sender.post(to.url, '{}'))
    expect(await Promise.all(posts)).toMatchObject(Array(5).fill(DELIVERED))
    expect(to.connections()).toBe(5)
  })

  it('need not wait if the receiver breaks off each connection', async () => {
    const to = await receiver((_request, response) => void response.socket?.destroy())
    const sender = senderTo(to)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const posts = Array.from({ length: 5 }, () => sender.post(to.url, '{}'))
    const failed = { delivered: false, error: expect.stringMatching(/^closed the connection/) }
    expect(await Promise.all(posts)).toMatchObject(Array(5).fill(failed))
  })

  it('need not wait if nothing listens there', async () => {
    const to = await receiver()
    const sender = senderTo(to)
    await to.close()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const posts = Array.from({ length: 5 }, () => sender.post(to.url, '{}'))
    const failed = { delivered: false, error: 'refused the connection' }
    expect(await Promise.all(posts)).toMatchObject(Array(5).fill(failed))
  })

  /** A receiver that doesn't answer, and `count` posts to it at the same time. */
  async function heldPosts(count: number) {
    const held: ServerResponse[] = []
    const arrived = Array.from({ length: count }, () => Promise.withResolvers<void>())
    const to = await receiver((_request, response) => {
      held.push(response)
      arrived[held.length - 1]?.resolve()
    })
    const sender = senderTo(to)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const posts = Array.from({ length: count }, () => sender.post(to.url, '{}'))
    await arrived[0]?.promise
    return { to, held, arrived, posts }
  }

  it('get twice as many connections every 100 ms while some of them wait', async () => {
    const { to, held, arrived, posts } = await heldPosts(4)
    expect(to.connections()).toBe(1)
    await vi.advanceTimersByTimeAsync(100)
    await arrived[1]?.promise
    expect(to.connections()).toBe(2)
    await vi.advanceTimersByTimeAsync(100)
    await arrived[3]?.promise
    expect(to.connections()).toBe(4)
    for (const response of held) response.end()
    expect(await Promise.all(posts)).toMatchObject(Array(4).fill(DELIVERED))
  })

  it('have their whole time from when they are sent, without the wait before that', async () => {
    const { held, arrived, posts } = await heldPosts(2)
    await vi.advanceTimersByTimeAsync(100)
    await arrived[1]?.promise
    await vi.advanceTimersByTimeAsync(9_999)
    held[1]?.end()
    expect(await Promise.all(posts)).toMatchObject([
      { error: 'did not answer within 10 seconds', duration_ms: 10_000 },
      { ...DELIVERED, duration_ms: 9_999 },
    ])
  })
})
