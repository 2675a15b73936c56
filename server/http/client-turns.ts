import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientOf } from './client-address.ts'
import { detailError } from './http-error.ts'

export type ClientLimits = {
  /** Requests of one client with the same credentials that are answered at a time. */
  atOnce: number
  /** Requests of one client, whatever their credentials, with those that wait for their turn. */
  inAll: number
}

export const CLIENT_LIMITS: ClientLimits = { atOnce: 32, inAll: 256 }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A health check of a load balancer, which is answered whatever else goes on. */
    isProbe?: boolean
  }
}

/**
 * Has the requests of one client wait for one another where there are many. A client is an address,
 * which a trusted proxy tells (request.ip), so that one that proxies bring is counted by itself.
 *
 * People behind one router share an address: those with other credentials have turns of their own.
 * Made-up credentials hold nothing, because authentication refuses them at once.
 */
export function limitClients(
  app: FastifyInstance,
  { atOnce, inAll }: ClientLimits = CLIENT_LIMITS,
): void {
  const total = new Map<string, number>()
  const turns = new Map<string, { underWay: number; waiting: Set<() => void> }>()

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isProbe) return done()
    const client = clientOf(request.ip)
    const requests = (total.get(client) ?? 0) + 1
    if (requests > inAll) return done(tooMany())
    total.set(client, requests)

    const key = `${client} ${credentialsOf(request)}`
    const turn = turns.get(key) ?? { underWay: 0, waiting: new Set() }
    turns.set(key, turn)
    let hasBegun = false
    const begin = () => {
      hasBegun = true
      turn.underWay++
      done()
    }
    reply.raw.once('close', () => {
      const left = (total.get(client) ?? 1) - 1
      if (left === 0) total.delete(client)
      else total.set(client, left)

      if (hasBegun) turn.underWay--
      else turn.waiting.delete(begin)
      const [next] = turn.waiting
      if (hasBegun && next !== undefined) {
        turn.waiting.delete(next)
        next()
      }
      if (turn.underWay === 0 && turn.waiting.size === 0) turns.delete(key)
    })
    if (turn.underWay < atOnce) begin()
    else turn.waiting.add(begin)
  })
}

function credentialsOf({ headers: { authorization, cookie } }: FastifyRequest): string {
  return authorization ?? cookie ?? ''
}

function tooMany() {
  return detailError(
    429,
    'Too many of your requests are being answered. Wait for some of the answers, then send the others again.',
    { 'retry-after': '1' },
  )
}
