import type { Socket } from 'node:net'
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { listen } from '../../../testing/peers/listen.ts'
import { receiverCertificate, startReceiver } from '../../../testing/peers/test-receiver.ts'

export type RawReceiver = {
  url: string
  exception: string
  ca: string
  /** The requests that arrived as a whole, in their order. */
  requests: string[]
  /** How many connections were opened so far. */
  connections(): number
  close(): Promise<void>
}

/** What to do with a whole request; the first one has the number 1. `reset` resets its connection. */
export type RawBehaviour = (socket: TLSSocket, number: number, reset: () => void) => void

/** A TLS server on loopback that writes raw bytes, for answers that no HTTP server would send. */
export async function startRawReceiver(
  behave: RawBehaviour,
  options: TlsOptions = {},
): Promise<RawReceiver> {
  // Its authority signs all certificates of tests.
  const signer = await startReceiver()
  await signer.close()
  const requests: string[] = []
  const sockets = new Set<TLSSocket>()
  /** The key is the sender's port. A TLS socket can't be reset itself. */
  const carriers = new Map<number | undefined, Socket>()
  let connections = 0
  const pair = await receiverCertificate()
  // Otherwise Node closes its side as soon as the sender has closed its own.
  const server = createServer(
    { ...pair, ca: signer.ca, allowHalfOpen: true, ...options },
    socket => {
      let text = ''
      const reset = () => void carriers.get(socket.remotePort)?.resetAndDestroy()
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      socket.on('data', chunk => {
        text += chunk
        const [head = '', body] = text.split('\r\n\r\n')
        const [, length] = /^content-length: (\d+)/m.exec(head) ?? []
        if (body === undefined || body.length < Number(length ?? 0)) return
        requests.push(text)
        text = ''
        behave(socket, requests.length, reset)
      })
    },
  )
  server.on('connection', carrier => {
    connections += 1
    carriers.set(carrier.remotePort, carrier)
  })
  const port = await listen(server)
  return {
    url: `https://localhost:${port}/hook`,
    exception: `localhost:${port}`,
    ca: signer.ca,
    requests,
    connections: () => connections,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
