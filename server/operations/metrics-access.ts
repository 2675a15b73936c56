import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { detailError } from '../http/http-error.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** What proxies add: whoever comes through one is not on this machine, though his proxy is. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/**
 * Lets in whoever has the key; where none is set, whoever is on this machine.
 *
 * @throws HttpError 401 or 403
 */
export function requireMetricsAccess(key: string | undefined) {
  return async (request: FastifyRequest): Promise<void> => {
    if (key === undefined) {
      if (isDirectFromLoopback(request)) return
      throw detailError(
        403,
        'The metrics are for this machine alone. To read them from elsewhere set METRICS_KEY, and send it as "Authorization: Bearer <METRICS_KEY>".',
      )
    }
    const [, given] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
    if (given !== undefined && timingSafeEqual(digest(given), digest(key))) return
    throw detailError(401, 'The metrics need "Authorization: Bearer <METRICS_KEY>".', {
      'www-authenticate': 'Bearer',
    })
  }
}

function isDirectFromLoopback({ headers, socket }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  return (
    LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') &&
    FORWARDED.every(name => headers[name] === undefined)
  )
}

/** Of one length, whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
