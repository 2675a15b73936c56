import type { FastifyInstance } from 'fastify'

/** The address of a server. A browser can't open 0.0.0.0 or ::, so this has a name that reaches them. */
export function originOf(app: FastifyInstance, host: string): string {
  const [address] = app.addresses()
  if (typeof address !== 'object') throw new Error('The gateway listens on no port')
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}`
}
