import { once } from 'node:events'
import { createServer } from 'node:net'

/** @returns `port` of loopback if nothing listens on it, or any free one for 0; rejects if it is taken */
export async function freePort(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await once(server.close(), 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port on loopback')
  return address.port
}
