import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Breaks every connection, and each that is tried until `restore`. */
  cut(): void
  /**
   * Takes the bytes of every connection and passes none on, as a firewall does that drops packets.
   * No connection breaks. Those that are swallowed stay so; new ones are until `restore`.
   */
  swallow(): void
  restore(): void
  close(): Promise<void>
}

/** A way to `port` of loopback that a test can cut or make swallow what is sent. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const pairs = new Set<[Socket, Socket]>()
  let state: 'open' | 'cut' | 'swallowing' = 'open'
  const server = createServer(near => {
    if (state === 'cut') return near.destroy()
    const far = connect(port, '127.0.0.1')
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
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    cut() {
      state = 'cut'
      breakAll()
    },
    swallow() {
      state = 'swallowing'
      for (const pair of pairs) drop(pair)
    },
    restore() {
      state = 'open'
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        breakAll()
      }),
  }
}

/** What comes is read and forgotten. */
function drop([near, far]: [Socket, Socket]): void {
  near.unpipe(far)
  far.unpipe(near)
  near.resume()
  far.resume()
}
