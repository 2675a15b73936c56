import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { formatSeconds } from '../../../contract/text/count.ts'
import { detailError } from '../../http/http-error.ts'
import { accountOf } from './account.ts'

/** The limit of a token per minute and server process, if nothing else is configured. */
export const REQUESTS_PER_MINUTE = 600

/**
 * A hook after authentication that limits the requests per minute of each token.
 *
 * @param isUncounted returns true for requests that don't count
 */
export async function throttle(
  app: FastifyInstance,
  requestsPerMinute: number,
  isUncounted: (request: FastifyRequest) => boolean,
): Promise<onRequestAsyncHookHandler> {
  await app.register(rateLimit, {
    global: false,
    max: requestsPerMinute,
    timeWindow: 60_000,
    allowList: isUncounted,
    keyGenerator: request => String(accountOf(request).tokenId),
    errorResponseBuilder: (_request, { ttl }) => {
      const wait = formatSeconds(Math.ceil(ttl / 1000))
      return detailError(429, `Request was throttled. Expected available in ${wait}.`)
    },
  })
  return app.rateLimit()
}
