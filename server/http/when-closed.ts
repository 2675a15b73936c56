import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

const actions = new WeakMap<ServerResponse, (() => void)[]>()

/**
 * Runs an action when a request's answer has been received, or its connection is gone. The last action
 * added runs first, so that the next request of a connection begins after everything else is done.
 */
export function whenClosed({ raw }: FastifyReply, action: () => void): void {
  const known = actions.get(raw)
  if (known !== undefined) {
    known.push(action)
    return
  }
  const made = [action]
  actions.set(raw, made)
  raw.once('close', () => {
    for (const next of made.toReversed()) next()
  })
}
