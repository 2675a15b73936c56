import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { BEARER_CHALLENGE, checkBearerKey } from '../http/bearer-key.ts'
import { detailError } from '../http/http-error.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Headers that proxies add. A client behind a proxy is not on this machine, even if the proxy is. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/**
 * Allows requests with the key, or with the one before it. If no key is set, it allows requests from this machine.
 *
 * @throws HttpError 401 or 403
 */
export function requireMetricsAccess(key: string | undefined, previousKey?: string) {
  return async (request: FastifyRequest): Promise<void> => {
    if (key === undefined) {
      if (isDirectFromLoopback(request)) return
      throw detailError(
        403,
        'Only this machine can read the metrics. To read them from elsewhere set METRICS_KEY, and send it as "Authorization: Bearer <METRICS_KEY>".',
      )
    }
    if (checkBearerKey(request, { key, previousKey }) === 'right') return
    throw detailError(
      401,
      'The metrics need "Authorization: Bearer <METRICS_KEY>".',
      BEARER_CHALLENGE,
    )
  }
}

function isDirectFromLoopback({ headers, socket }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  return (
    LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') &&
    FORWARDED.every(name => headers[name] === undefined)
  )
}
