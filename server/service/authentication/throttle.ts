import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { detailError } from '../../http/http-error.ts'
import { accountOf } from './account.ts'

/** What a token may ask for in a minute of one server process, where nothing else is set. */
export const REQUESTS_PER_MINUTE = 600

/**
 * A hook for after authentication that limits the requests a minute of each token.
 *
 * @param isUncounted of which requests none counts
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
      const seconds = Math.ceil(ttl / 1000)
      const unit = seconds === 1 ? 'second' : 'seconds'
      return detailError(429, `Request was throttled. Expected available in ${seconds} ${unit}.`)
    },
  })
  return app.rateLimit()
}
