import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export type RawClient = {
  socket: Socket
  /** Resolves when the bytes are sent. */
  send(bytes: string): Promise<void>
  /** Everything that arrives until the server closes the connection. */
  everything(): Promise<string>
  /** The status of the next answer, when its head has arrived. */
  nextStatus(): Promise<number>
  close(): void
}

/**
 * A client that writes raw bytes, for requests that no HTTP client would send. It reads only on demand.
 */
export async function openRawClient(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}).pause()
  await once(socket, 'connect')
  return {
    socket,
    send: bytes => new Promise(resolve => socket.write(bytes, () => resolve())),
    everything: () => text(socket).catch(() => ''),
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
