import { connect, createServer, type Socket } from 'node:net'
import { listen } from './listen.ts'

export type TcpProxy = {
  port: number
  /** Breaks every connection, also new ones until `restore`. */
  cut(): void
  /**
   * Receives the bytes of every connection and passes none on, like a firewall that drops packets. No
   * connection breaks. Existing ones stay that way; new ones are affected until `restore`.
   */
  swallow(): void
  /** @param elsewhere the port that new connections lead to from now on */
  restore(elsewhere?: number): void
  close(): Promise<void>
}

/** A proxy for `port` of loopback whose connections a test can cut or silence. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const pairs = new Set<[Socket, Socket]>()
  let target = port
  let state: 'open' | 'cut' | 'swallowing' = 'open'
  const server = createServer(near => {
    if (state === 'cut') return near.destroy()
    const far = connect(target, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const socket of pair) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
    if (state === 'swallowing') drop(pair)
  })
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: await listen(server),
    cut() {
      state = 'cut'
      breakAll()
    },
    swallow() {
      state = 'swallowing'
      for (const pair of pairs) drop(pair)
    },
    restore(elsewhere = target) {
      target = elsewhere
      state = 'open'
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        breakAll()
      }),
  }
}

/** The bytes are read and discarded. */
function drop([near, far]: [Socket, Socket]): void {
  near.unpipe(far)
  far.unpipe(near)
  near.resume()
  far.resume()
}
