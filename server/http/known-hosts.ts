import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { detailError } from './http-error.ts'

/** A name, or an address in brackets, and a port. */
const HOST = /^(?<name>\[[\da-f:.]+\]|[\w.-]{1,253})(?<port>:\d{1,5})?$/i

/**
 * Refuses requests for a host name that isn't Redial's. Otherwise a page under another name that was
 * pointed at this machine (DNS rebinding) could read whatever this machine may read, and links
 * would lead wherever a request says. Addresses and localhost can't be pointed elsewhere.
 *
 * @param names Redial's names, without ports
 */
export function refuseUnknownHosts(app: FastifyInstance, names: string[]): void {
  const allowed = new Set(names.map(withoutDot))
  app.addHook('onRequest', async request => {
    if (request.routeOptions.config.isProbe) return
    const { host } = request
    if (host === '') {
      if (request.raw.httpVersion === '1.0') return
      throw detailError(
        400,
        'The request names no host. Send the Host header, which HTTP/1.1 requires.',
      )
    }
    const { name } = HOST.exec(host)?.groups ?? {}
    if (name === undefined) throw detailError(400, 'The host in the request is not valid.')
    if (!isKnown(withoutDot(name), allowed)) throw unknownHost(name)
  })
}

function isKnown(name: string, allowed: Set<string>): boolean {
  const address = name.startsWith('[') ? name.slice(1, -1) : name
  return (
    allowed.has(name) || isIP(address) !== 0 || name === 'localhost' || name.endsWith('.localhost')
  )
}

function unknownHost(name: string) {
  return detailError(
    421,
    `Redial does not answer requests for ${name}. If this is its host name, set ALLOWED_HOSTS=${name}, or PUBLIC_URL to the whole address that browsers use, and start Redial again.`,
  )
}

/** Names are case-insensitive and may end with the DNS root's dot. */
function withoutDot(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
