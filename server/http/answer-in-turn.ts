import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { rememberAnswer } from './answer-unreadable-request.ts'
import { whenClosed } from './when-closed.ts'

/** Requests of one connection that may wait for the answers before theirs. Browsers send none ahead. */
export const MAX_PIPELINED = 16

/**
 * Answers the requests of one connection one after the other: the next is not looked at before the
 * client has taken the answer to the one before. So a client that sends ahead and never reads holds
 * as much as one request does, and only until it has taken nothing for `unreadAnswerMs`. A connection
 * with more requests waiting is closed.
 *
 * Its hook comes before all others.
 */
export function answerInTurn(
  app: FastifyInstance,
  { unreadAnswerMs }: { unreadAnswerMs: number },
): void {
  /** Of connections on which a request is being answered: those that wait behind it. */
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
      // Nothing happens on a connection while a service thinks either, which has a limit of its own.
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
