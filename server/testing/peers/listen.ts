import { once } from 'node:events'
import type { Server, Socket } from 'node:net'

/** Has a server listen on a port of loopback, by default any free one. @returns the port */
export async function listen(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

/** The same for a server whose connections are counted, and closed with it. */
export async function serve(server: Server, port = 0, host = '127.0.0.1') {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  return {
    port: await listen(server, port, host),
    /** How many connections were opened so far, with or without TLS. */
    connections: () => connections,
    /** Closes all connections, and resolves when none is left. */
    close() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      for (const socket of sockets) socket.destroy()
      return closed.promise
    },
  }
}
