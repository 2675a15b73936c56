import { connect, createServer, type Socket } from 'node:net'
import { serve } from './listen.ts'

/** A proxy for `target` of loopback whose connections a test can cut or silence. */
export async function startTcpProxy(target: number) {
  const pairs = new Set<[Socket, Socket]>()
  let state: 'open' | 'cut' | 'swallowing' = 'open'
  const server = createServer(near => {
    if (state === 'cut') return near.destroy()
    const far = connect(target, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
    if (state === 'swallowing') drop(pair)
  })
  const { port, close } = await serve(server)
  return {
    port,
    close,
    /** Breaks every connection, also new ones until `restore`. */
    cut() {
      state = 'cut'
      for (const [near] of pairs) near.destroy()
    },
    /**
     * Receives the bytes of every connection and passes none on, like a firewall that drops packets. No
     * connection breaks. Existing ones stay that way; new ones are affected until `restore`.
     */
    swallow() {
      state = 'swallowing'
      for (const pair of pairs) drop(pair)
    },
    restore() {
      state = 'open'
    },
  }
}

/** The bytes are read and discarded. */
function drop([near, far]: [Socket, Socket]): void {
  near.unpipe(far)
  far.unpipe(near)
  near.resume()
  far.resume()
}
