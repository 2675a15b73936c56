import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { generate } from 'selfsigned'
import { z } from 'zod'
import { listen } from '../../server/testing/peers/listen.ts'
import { type Answering, Order, type Post } from './receivers-messages.ts'

/*
 * Receivers in a separate process: real HTTPS servers on ports of loopback, all with one
 * certificate, that note each post that reaches them until the parent takes the notes.
 */

const KEY = { keyType: 'ec', algorithm: 'sha256' } as const
const HANG_MS = 15_000

const Payload = z.object({ call_id: z.int() })

let posts: Post[] = []
let count = 0
/** The calls that were answered with an error first. */
const refused = new Set<number>()
/** The key is the port. */
const answering = new Map<number, Answering>()

const authority = await generate([{ name: 'commonName', value: 'Benchmark authority' }], {
  ...KEY,
  extensions: [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ],
})
const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
  ...KEY,
  ca: { cert: authority.cert, key: authority.private },
  extensions: [
    { name: 'basicConstraints', cA: false },
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ],
})

/** @returns the port */
async function startReceiver(): Promise<number> {
  const server = createServer(
    // Kept alive for the whole benchmark.
    { key: certificate.private, cert: certificate.cert, keepAliveTimeout: 600_000 },
    async (request, response) => {
      try {
        const { call_id } = Payload.parse(JSON.parse(await text(request)))
        const id = Number(request.headers['webhook-id'])
        const post: Post = {
          id,
          callId: call_id,
          path: request.url ?? '',
          at: Date.now(),
          ok: false,
        }
        posts.push(post)
        count += 1
        answer(post, response, answering.get(port) ?? 'at once')
      } catch {
        // The sender was killed in the middle of its request.
        response.destroy()
      }
    },
  )
  const port = await listen(server)
  return port
}

function answer(post: Post, response: ServerResponse, how: Answering): void {
  const reply = (status: number) => {
    if (response.destroyed) return
    post.ok = status === 200
    post.at = Date.now()
    response.writeHead(status).end()
  }
  const hang = () => setTimeout(() => response.destroy(), HANG_MS)
  if (how === 'at once') reply(200)
  else if (how === 'in 5 to 60 ms') setTimeout(() => reply(200), 5 + 55 * Math.random())
  else if (how === 'error') reply(500)
  else if (how === 'never') hang()
  else if (how === 'never at /hang') {
    if (post.path.startsWith('/hang')) hang()
    else reply(200)
  } else {
    const failsNow = post.callId % 10 === 0 && !refused.has(post.callId)
    if (failsNow) refused.add(post.callId)
    reply(failsNow ? 500 : 200)
  }
}

process.on('message', async message => {
  const order = Order.parse(message)
  if (order.order === 'listen') {
    const ports = await Promise.all(order.receivers.map(startReceiver))
    for (const [index, how] of order.receivers.entries()) answering.set(ports[index] ?? 0, how)
    process.send?.({ ports, authority: authority.cert })
  } else if (order.order === 'answer') {
    for (const port of answering.keys()) answering.set(port, order.how)
    process.send?.({ ok: true })
  } else if (order.order === 'count') {
    process.send?.({ count })
  } else {
    process.send?.({ posts })
    posts = []
    count = 0
  }
})
// The parent has ended or disconnected.
process.once('disconnect', () => process.exit(0))
// Ctrl+C reaches the whole group, but the parent decides when to stop.
process.on('SIGINT', () => {})
