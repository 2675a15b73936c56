import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientOf } from './client-address.ts'
import { detailError } from './http-error.ts'
import { whenClosed } from './when-closed.ts'

export type ClientLimits = {
  /** How many requests of one account a client may have under way; also those without an account. */
  ofAccount: number
  /** How many requests a client may have under way in total. */
  atOnce: number
  /** How many requests a client may have under way with a key, in addition. */
  withKey: number
  /** How many requests a client may have, including those that wait for their turn. */
  inAll: number
}

export const CLIENT_LIMITS: ClientLimits = { ofAccount: 8, atOnce: 24, withKey: 32, inAll: 256 }

/** Who makes a request: nobody in particular, an account, or a system of the operator's own. */
export type Requester = { account: string; hasKey: boolean }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A health check of a load balancer, which is always answered. */
    isProbe?: boolean
  }
}

type Waiting = Requester & { begin: () => void }

type Client = {
  requests: number
  underWay: number
  underWayOf: Map<string, number>
  underWayWithKey: number
  /** In the order in which they came. */
  waiting: Set<Waiting>
}

/**
 * Makes the requests of one client wait for one another if there are many. A client is an address as
 * reported by a trusted proxy (request.ip), so clients behind a proxy are counted separately.
 *
 * People behind one router share an address: those on one account leave room for those on another.
 * Only authenticated accounts count, not what a request claims: made-up cookies and tokens get no
 * room of their own. The telephone switch brings calls as they end, and has room of its own for many.
 *
 * @param requesterOf returns who makes an authenticated request; an empty account is nobody in particular
 */
export function limitClients(
  app: FastifyInstance,
  requesterOf: (request: FastifyRequest) => Requester,
  { ofAccount, atOnce, withKey, inAll }: ClientLimits = CLIENT_LIMITS,
): void {
  const clients = new Map<string, Client>()

  const hasRoom = (client: Client, { account, hasKey }: Requester) =>
    hasKey
      ? client.underWayWithKey < withKey
      : client.underWay < atOnce && (client.underWayOf.get(account) ?? 0) < ofAccount

  const count = (client: Client, { account, hasKey }: Requester, change: 1 | -1) => {
    if (hasKey) {
      client.underWayWithKey += change
      return
    }
    client.underWay += change
    const ofSame = (client.underWayOf.get(account) ?? 0) + change
    if (ofSame > 0) client.underWayOf.set(account, ofSame)
    else client.underWayOf.delete(account)
  }

  const begin = (client: Client, turn: Waiting) => {
    count(client, turn, 1)
    turn.begin()
  }

  const end = (client: Client, turn: Waiting) => {
    count(client, turn, -1)
    for (const next of client.waiting) {
      if (!hasRoom(client, next)) continue
      client.waiting.delete(next)
      return begin(client, next)
    }
  }

  const known = new WeakMap<FastifyRequest, Client>()

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isProbe) return
    const address = clientOf(request.ip)
    const client = clients.get(address) ?? newClient()
    if (client.requests >= inAll) throw tooMany()
    clients.set(address, client)
    known.set(request, client)
    client.requests++
    whenClosed(reply, () => {
      if (--client.requests === 0) clients.delete(address)
    })
  })

  // After authentication, and when the body has arrived: refused or slow requests take no turn.
  app.addHook('preHandler', (request, reply, done) => {
    const client = known.get(request)
    if (client === undefined || reply.raw.destroyed) return done()
    const turn = { ...requesterOf(request), begin: done }
    whenClosed(reply, () => {
      // A caller that has hung up needs no answer.
      if (!client.waiting.delete(turn)) end(client, turn)
    })
    if (hasRoom(client, turn)) begin(client, turn)
    else client.waiting.add(turn)
  })
}

function newClient(): Client {
  return {
    requests: 0,
    underWay: 0,
    underWayOf: new Map(),
    underWayWithKey: 0,
    waiting: new Set(),
  }
}

function tooMany() {
  return detailError(429, 'Too many concurrent requests. Try again later.', { 'retry-after': '1' })
}
