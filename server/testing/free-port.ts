import { once } from 'node:events'
import { createServer } from 'node:net'
import { listen } from './peers/listen.ts'

/** A port of loopback that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await once(server.close(), 'close')
  return port
}
