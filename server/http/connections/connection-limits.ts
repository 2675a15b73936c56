import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../client-address.ts'
import { detailError } from '../http-error.ts'
import { whenClosed } from '../when-closed.ts'

export const CONNECTION_LIMITS = {
  /** The limit of one address. Hundreds of people behind one router stay below it. */
  perAddress: 256,
  inAll: 4_000,
}

type Peer = {
  open: number
  /** Connections without a request in flight, the longest idle first. */
  idle: Set<Socket>
}

/** The minimum between two log lines about refused connections: there may be thousands. */
const WARN_EVERY_MS = 60_000

/**
 * Limits how many connections are open. If there are too many, a new one replaces an idle one of the
 * same address, or of the address with the most connections. So a client that only holds connections
 * open locks nobody out. If all are busy, the first request on a new one is answered 429.
 *
 * When the server stops, it closes connections without a request, such as the spare one that a browser
 * opens: Node doesn't count them as idle, and would wait a minute for them. This includes connections that
 * arrive while the server is stopping, and those whose answer ends then: its headers may have promised
 * that the connection stays.
 *
 * @param isTrusted whether an address is a proxy's, which serves any number of clients
 */
export function limitConnections(
  app: FastifyInstance,
  isTrusted: (address: string) => boolean,
  { perAddress, inAll } = CONNECTION_LIMITS,
): void {
  const peers = new Map<string, Peer>()
  const refused = new WeakSet<Socket>()
  /** Connections that have had a request. */
  const used = new WeakSet<Socket>()
  let open = 0
  let isStopping = false
  let warnedAt = Number.NEGATIVE_INFINITY

  const refuse = (socket: Socket, address: string) => {
    refused.add(socket)
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    app.log.warn(
      { address },
      'An address has as many busy connections as one may have. If it is a proxy, name it in TRUST_PROXY.',
    )
  }

  const admission = (address: string, peer: Peer): 'accept' | 'refuse' | 'drop' => {
    const isFull = peer.open >= perAddress && !isTrusted(address)
    if (!isFull && open < inAll) return 'accept'
    if (closeIdle(isFull ? peer : busiestIdle(peers))) return 'accept'
    // The second limit bounds the connections that wait for their refusal.
    return open >= inAll || peer.open >= 2 * perAddress ? 'drop' : 'refuse'
  }

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined) return
    const client = clientOf(address)
    const peer = peers.get(client) ?? { open: 0, idle: new Set() }
    const verdict = isStopping ? 'drop' : admission(address, peer)
    if (verdict === 'drop') {
      socket.destroy()
      return
    }
    if (verdict === 'refuse') refuse(socket, address)
    peers.set(client, peer)
    peer.open++
    open++
    peer.idle.add(socket)
    socket.once('close', () => {
      peer.idle.delete(socket)
      open--
      if (--peer.open === 0) peers.delete(client)
    })
  })

  app.addHook('onRequest', async ({ raw: { socket }, routeOptions }, reply) => {
    if (refused.has(socket) && !routeOptions.config.isProbe) {
      throw detailError(
        429,
        'Too many connections are open from your address. Close some, or try again in a moment.',
        { connection: 'close', 'retry-after': '1' },
      )
    }
    used.add(socket)
    const idle = peers.get(clientOf(socket.remoteAddress ?? ''))?.idle
    idle?.delete(socket)
    whenClosed(reply, () => {
      if (!socket.destroyed) idle?.add(socket)
      // Node counts the connection as idle only after this event.
      if (isStopping) setImmediate(() => app.server.closeIdleConnections())
    })
  })

  app.addHook('preClose', async () => {
    isStopping = true
    for (const socket of [...peers.values()].flatMap(({ idle }) => [...idle])) {
      if (!used.has(socket)) socket.destroy()
    }
  })
}

/** @returns whether there was an idle connection to close */
function closeIdle(peer: Peer | undefined): boolean {
  const [socket] = peer?.idle ?? []
  if (socket === undefined) return false
  // Immediately: until the close is known, more connections may come.
  peer?.idle.delete(socket)
  socket.destroy()
  return true
}

/** The address with the most connections, among the addresses with idle connections. */
function busiestIdle(peers: Map<string, Peer>): Peer | undefined {
  let biggest: Peer | undefined
  for (const peer of peers.values()) {
    if (peer.idle.size > 0 && peer.open > (biggest?.open ?? 0)) biggest = peer
  }
  return biggest
}
