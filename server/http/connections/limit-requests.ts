import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientOf } from '../client-address.ts'
import { detailError } from '../http-error.ts'
import { RequestQueue } from '../request-queue.ts'
import { whenClosed } from '../when-closed.ts'

const CLIENT_LIMITS = {
  /** How many requests of one account a client may have in flight; also those without an account. */
  ofAccount: 8,
  inFlight: 24,
  /** How many requests a client may have in flight with a key, in addition. */
  withKey: 32,
  inAll: 256,
}
export type ClientLimits = typeof CLIENT_LIMITS

/** Who makes a request: nobody in particular, an account, or a system of the operator's own. */
export type Requester = { account: string; hasKey: boolean }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A health check of a load balancer, which is always answered. */
    isProbe?: boolean
  }
}

/** A request enters the queue of its account, and then that of its client. */
type Client = {
  requests: number
  ofAccount: Map<string, RequestQueue>
  withoutKey: RequestQueue
  withKey: RequestQueue
}

/**
 * Makes the requests of one client wait for one another if there are many. A client is an address as
 * reported by a trusted proxy (request.ip), so clients behind a proxy are counted separately.
 *
 * People behind one router share an address: those on one account leave room for those on another.
 * Only authenticated accounts count, not what a request claims: made-up cookies and tokens get no
 * room of their own. The telephone switch reports calls as they end, and has room of its own for many.
 *
 * @param requesterOf returns who makes an authenticated request; an empty account is nobody in particular
 */
export function limitClients(
  app: FastifyInstance,
  requesterOf: (request: FastifyRequest) => Requester,
  limits: ClientLimits = CLIENT_LIMITS,
): void {
  const clients = new Map<string, Client>()
  const clientOfRequest = new WeakMap<FastifyRequest, Client>()

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isProbe) return
    const address = clientOf(request.ip)
    const client = clients.get(address) ?? {
      requests: 0,
      ofAccount: new Map(),
      withoutKey: new RequestQueue(limits.inFlight),
      withKey: new RequestQueue(limits.withKey),
    }
    if (client.requests >= limits.inAll) {
      const headers = { 'retry-after': '1' }
      throw detailError(429, 'Too many concurrent requests. Try again later.', headers)
    }
    clients.set(address, client)
    clientOfRequest.set(request, client)
    client.requests++
    whenClosed(reply, () => {
      if (--client.requests === 0) clients.delete(address)
    })
  })

  // After authentication, and when the body has arrived: refused or slow requests take no room.
  app.addHook('preHandler', (request, reply, done) => {
    const client = clientOfRequest.get(request)
    if (client === undefined || reply.raw.destroyed) return done()
    const { account, hasKey } = requesterOf(request)
    const leaves: (() => void)[] = []
    whenClosed(reply, () => {
      for (const leave of leaves) leave()
    })
    if (hasKey) {
      leaves.push(client.withKey.enter(done))
      return
    }
    const ofAccount = client.ofAccount.get(account) ?? new RequestQueue(limits.ofAccount)
    client.ofAccount.set(account, ofAccount)
    leaves.push(ofAccount.enter(() => leaves.unshift(client.withoutKey.enter(done))))
  })
}
