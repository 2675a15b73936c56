import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { detailError } from './http-error.ts'

/** nginx's status in its log for a client that has gone. */
const CLIENT_CLOSED_REQUEST = 499

const actions = new WeakMap<ServerResponse, (() => void)[]>()

/**
 * Runs an action when a request's answer has been received, or its connection is gone. The last action
 * added runs first, so that the next request of a connection begins after everything else is done.
 */
export function whenClosed({ raw }: FastifyReply, action: () => void): void {
  const earlier = actions.get(raw)
  if (earlier !== undefined) {
    earlier.push(action)
    return
  }
  const queue = [action]
  actions.set(raw, queue)
  raw.once('close', () => {
    for (const next of queue.toReversed()) next()
  })
}

/**
 * Aborts when the caller hangs up before the answer has been sent. Fastify's own `request.signal`
 * aborts as soon as the body of a request has been read (5.12).
 */
export function callerSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const hungUp = () => {
    if (raw.writableFinished) return
    controller.abort(detailError(CLIENT_CLOSED_REQUEST, 'The caller hung up before the answer.'))
  }
  if (raw.destroyed) hungUp()
  else raw.once('close', hungUp)
  return controller.signal
}
