import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { rememberAnswer } from '../early-answers.ts'
import { RequestQueue } from '../request-queue.ts'
import { whenClosed } from '../when-closed.ts'

/** How many requests of one connection may wait for earlier answers. Browsers don't pipeline. */
export const MAX_PIPELINED = 16

/**
 * Answers the requests of one connection one after the other: the next one starts when the client
 * has received the answer before it. So a client that pipelines and never reads holds as much as one
 * request does, and only until it has received nothing for `unreadAnswerMs`. A connection
 * with more requests waiting is closed.
 *
 * Its hook runs before all others.
 */
export function answerInOrder(
  app: FastifyInstance,
  { unreadAnswerMs }: { unreadAnswerMs: number },
): void {
  const queues = new WeakMap<Socket, RequestQueue>()

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const queue = queues.get(socket) ?? new RequestQueue(1)
    queues.set(socket, queue)
    if (queue.waiting >= MAX_PIPELINED) {
      socket.destroy()
      return
    }
    const leave = queue.enter(() => {
      if (socket.destroyed) return
      rememberAnswer(request, reply)
      whenClosed(reply, () => leave())
      // A connection is also silent while a service computes an answer, which has its own limit.
      reply.raw.setTimeout(unreadAnswerMs, () => {
        if (socket.writableLength > 0) socket.destroy()
      })
      done()
    })
  })
}
