import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { rememberAnswer } from './early-answers.ts'
import { whenClosed } from './when-closed.ts'

/**
 * Requests of one connection that may wait for the answers before theirs. Browsers don't pipeline.
 */
export const MAX_PIPELINED = 16

/**
 * Answers the requests of one connection one after the other: the next one starts when the client
 * has received the answer before it. So a client that pipelines and never reads holds as much as one
 * request does, and only until it has received nothing for `unreadAnswerMs`. A connection
 * with more requests waiting is closed.
 *
 * Its hook runs before all others.
 */
export function answerInTurn(
  app: FastifyInstance,
  { unreadAnswerMs }: { unreadAnswerMs: number },
): void {
  /** For connections on which a request is being answered: the requests that wait behind it. */
  const lines = new WeakMap<Socket, (() => void)[]>()

  const answerNext = (socket: Socket) => {
    const next = socket.destroyed ? undefined : lines.get(socket)?.shift()
    if (next === undefined) lines.delete(socket)
    else next()
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const begin = () => {
      rememberAnswer(request, reply)
      whenClosed(reply, () => answerNext(socket))
      // A connection is also silent while a service computes an answer, which has its own limit.
      reply.raw.setTimeout(unreadAnswerMs, () => {
        if (socket.writableLength > 0) socket.destroy()
      })
      done()
    }
    const line = lines.get(socket)
    if (line === undefined) {
      lines.set(socket, [])
      begin()
    } else if (line.length < MAX_PIPELINED) {
      line.push(begin)
    } else {
      socket.destroy()
    }
  })
}
