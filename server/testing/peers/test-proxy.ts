import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { listen } from './listen.ts'
import { receiverCertificate } from './test-receiver.ts'

export type TestProxy = {
  /** `http://localhost:…` or `https://localhost:…` */
  url: string
  /** The requested targets so far, such as "other.example:443", with their credentials. */
  tunnels: { authority: string; authorization: string | undefined }[]
  /** How many connections were opened to it so far. */
  connections(): number
  /** What it does when a tunnel is requested, from the next time on. Default: it opens the tunnel. */
  behave(behaviour: (socket: Socket, open: () => void) => void): void
  close(): Promise<void>
}

/** A real HTTP proxy (CONNECT) on loopback. Every name leads to loopback. */
export async function startTestProxy({ secure = false } = {}): Promise<TestProxy> {
  const tunnels: TestProxy['tunnels'] = []
  const sockets = new Set<Socket>()
  let connections = 0
  let current: Parameters<TestProxy['behave']>[0] = (_socket, open) => open()

  const server = secure ? createSecureServer(await receiverCertificate()) : createServer()
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.on('connect', ({ url = '', headers }: IncomingMessage, near: Socket) => {
    tunnels.push({ authority: url, authorization: headers['proxy-authorization'] })
    near.on('error', () => {})
    current(near, () => {
      const far = connect(Number(url.slice(url.lastIndexOf(':') + 1)), '127.0.0.1')
      far.on('error', () => near.destroy()).on('close', () => near.destroy())
      near.on('close', () => far.destroy())
      far.once('connect', () => {
        near.write('HTTP/1.1 200 Connection established\r\n\r\n')
        near.pipe(far).pipe(near)
      })
    })
  })
  return {
    url: `${secure ? 'https' : 'http'}://localhost:${await listen(server)}`,
    tunnels,
    connections: () => connections,
    behave: behaviour => {
      current = behaviour
    },
    close: () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      for (const socket of sockets) socket.destroy()
      return closed.promise
    },
  }
}
