import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { serve } from './listen.ts'
import { receiverCertificate } from './test-receiver.ts'

export type TestProxy = Awaited<ReturnType<typeof startTestProxy>>

/** A real HTTP proxy (CONNECT) on loopback. Every name leads to loopback. */
export async function startTestProxy({ secure = false } = {}) {
  /** The requested targets so far, such as "other.example:443", with their credentials. */
  const tunnels: { authority: string; authorization: string | undefined }[] = []
  let current = (_socket: Socket, open: () => void): unknown => open()

  const server = secure ? createSecureServer(await receiverCertificate()) : createServer()
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
  const { port, connections, close } = await serve(server)
  return {
    ...{ url: `${secure ? 'https' : 'http'}://localhost:${port}`, tunnels, connections, close },
    /** What it does when a tunnel is requested, from the next time on. Default: it opens the tunnel. */
    behave(behaviour: typeof current) {
      current = behaviour
    },
  }
}
