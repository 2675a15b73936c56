import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientOf } from './client-address.ts'
import { detailError } from './http-error.ts'
import { whenClosed } from './when-closed.ts'

export type ClientLimits = {
  /** Requests with the same credentials that are answered at a time. */
  ofCredentials: number
  /** Requests of one client that are answered at a time, whatever their credentials. */
  atOnce: number
  /** Requests of one client with those that wait for their turn. */
  inAll: number
}

export const CLIENT_LIMITS: ClientLimits = { ofCredentials: 8, atOnce: 24, inAll: 256 }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A health check of a load balancer, which is answered whatever else goes on. */
    isProbe?: boolean
  }
}

type Waiting = { credentials: string; begin: () => void }

type Client = {
  requests: number
  underWay: number
  underWayOf: Map<string, number>
  /** In the order in which they came. */
  waiting: Set<Waiting>
}

/**
 * Has the requests of one client wait for one another where there are many. A client is an address,
 * which a trusted proxy tells (request.ip), so that one that proxies bring is counted by itself.
 *
 * People behind one router share an address: those with one token leave room for those with another.
 * Made-up credentials hold nothing, because authentication refuses them before.
 */
export function limitClients(
  app: FastifyInstance,
  { ofCredentials, atOnce, inAll }: ClientLimits = CLIENT_LIMITS,
): void {
  const clients = new Map<string, Client>()

  const hasRoom = ({ underWay, underWayOf }: Client, credentials: string) =>
    underWay < atOnce && (underWayOf.get(credentials) ?? 0) < ofCredentials

  const begin = (client: Client, { credentials, begin: go }: Waiting) => {
    client.underWay++
    client.underWayOf.set(credentials, (client.underWayOf.get(credentials) ?? 0) + 1)
    go()
  }

  const end = (client: Client, { credentials }: Waiting) => {
    client.underWay--
    const others = (client.underWayOf.get(credentials) ?? 1) - 1
    if (others > 0) client.underWayOf.set(credentials, others)
    else client.underWayOf.delete(credentials)
    for (const next of client.waiting) {
      if (!hasRoom(client, next.credentials)) continue
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

  // After authentication, and once the body is there: what is refused or arrives slowly takes no turn.
  app.addHook('preHandler', (request, reply, done) => {
    const client = known.get(request)
    if (client === undefined || reply.raw.destroyed) return done()
    const turn = { credentials: credentialsOf(request), begin: done }
    whenClosed(reply, () => {
      // Whoever has hung up is asked for nothing.
      if (!client.waiting.delete(turn)) end(client, turn)
    })
    if (hasRoom(client, turn.credentials)) begin(client, turn)
    else client.waiting.add(turn)
  })
}

function newClient(): Client {
  return { requests: 0, underWay: 0, underWayOf: new Map(), waiting: new Set() }
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
