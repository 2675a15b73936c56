import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export type RawClient = Awaited<ReturnType<typeof openRawClient>>

/**
 * A client that writes raw bytes, for requests that no HTTP client would send. It reads only on demand.
 */
export async function openRawClient(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}).pause()
  await once(socket, 'connect')
  return {
    socket,
    /** Resolves when the bytes are sent. */
    send: (bytes: string) => new Promise<void>(resolve => socket.write(bytes, () => resolve())),
    /** Everything that arrives until the server closes the connection. */
    everything: () => text(socket).catch(() => ''),
    /** The status of the next answer, when its head has arrived. */
    async nextStatus() {
      socket.resume()
      const [chunk] = await once(socket, 'data')
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(String(chunk))?.[1])
    },
    close: () => socket.destroy(),
  }
}

export const getRequest = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
