import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { startReceiver, type TestReceiver } from '../../testing/peers/test-receiver.ts'

/** A post that a receiver read completely. Times in ms since 1970. */
export type NotedPost = {
  id: number
  callId: number
  path: string
  at: number
  /** null if the sender had disconnected by then. */
  answeredAt: number | null
  ok: boolean
}

/** How a receiver answers the n-th post of an event. */
const MOODS: ((time: number) => { status: number; afterMs: number })[] = [
  () => ({ status: 200, afterMs: 0 }),
  () => ({ status: 200, afterMs: 80 }),
  time => ({ status: time === 1 ? 503 : 200, afterMs: 5 }),
  () => ({ status: 500, afterMs: 20 }),
]

const Payload = z.object({ call_id: z.int() })

/**
 * Real HTTPS receivers that record each post: one answers 200, one does so slowly, one from the second
 * attempt on, and one never.
 */
export async function startNotingReceivers() {
  const posts: NotedPost[] = []
  const receivers: TestReceiver[] = []
  for (const mood of MOODS) {
    receivers.push(
      await startReceiver(async ({ headers, body, path }, response) => {
        const id = Number(headers['webhook-id'])
        const { call_id: callId } = Payload.parse(JSON.parse(body))
        const post: NotedPost = { id, callId, path, at: Date.now(), answeredAt: null, ok: false }
        posts.push(post)
        const { status, afterMs } = mood(posts.filter(one => one.id === id).length)
        if (afterMs > 0) await sleep(afterMs)
        if (response.destroyed) return
        post.answeredAt = Date.now()
        post.ok = status === 200
        response.writeHead(status).end()
      }),
    )
  }
  return {
    posts,
    origins: receivers.map(({ port }) => `https://localhost:${port}`),
    authority: receivers[0]?.ca ?? '',
    exceptions: receivers.map(({ exception }) => exception),
    close: () => Promise.all(receivers.map(receiver => receiver.close())),
  }
}
