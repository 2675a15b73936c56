import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Has a stop end connections on which nothing was ever asked, such as the one that a browser opens
 * to have it at hand. Node doesn't count them as idle, and would wait for them a minute.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}
