import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Breaks every connection, and each that is tried until `restore`. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

/** A way to `port` of loopback that a test can cut. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(near => {
    if (isCut) return near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
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
      isCut = true
      breakAll()
    },
    restore() {
      isCut = false
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        breakAll()
      }),
  }
}
