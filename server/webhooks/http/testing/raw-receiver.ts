import type { Socket } from 'node:net'
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { serve } from '../../../testing/peers/listen.ts'
import { receiverCertificate, startReceiver } from '../../../testing/peers/test-receiver.ts'

/** What to do with a whole request; the first one has the number 1. `reset` resets its connection. */
export type RawBehaviour = (socket: TLSSocket, number: number, reset: () => void) => void

/** A TLS server on loopback that writes raw bytes, for answers that no HTTP server would send. */
export async function startRawReceiver(behave: RawBehaviour, options: TlsOptions = {}) {
  // Its authority signs all certificates of tests.
  const { ca, close: closeSigner } = await startReceiver()
  await closeSigner()
  /** The requests that arrived as a whole, in their order. */
  const requests: string[] = []
  /** The key is the sender's port. A TLS socket can't be reset itself. */
  const carriers = new Map<number | undefined, Socket>()
  const pair = await receiverCertificate()
  // Otherwise Node closes its side as soon as the sender has closed its own.
  const server = createServer({ ...pair, ca, allowHalfOpen: true, ...options }, socket => {
    let text = ''
    const reset = () => void carriers.get(socket.remotePort)?.resetAndDestroy()
    socket.on('error', () => {})
    socket.on('data', chunk => {
      text += chunk
      const [head = '', body] = text.split('\r\n\r\n')
      const [, length] = /^content-length: (\d+)/m.exec(head) ?? []
      if (body === undefined || body.length < Number(length ?? 0)) return
      requests.push(text)
      text = ''
      behave(socket, requests.length, reset)
    })
  })
  server.on('connection', carrier => carriers.set(carrier.remotePort, carrier))
  const { port, connections, close } = await serve(server)
  const url = `https://localhost:${port}/hook`
  return { url, exception: `localhost:${port}`, ca, requests, connections, close }
}
