import type { FastifyInstance, FastifyRequest } from 'fastify'
import { formatSeconds } from '../../contract/text/count.ts'
import { detailError } from '../http/http-error.ts'
import { callerOf } from './session/caller.ts'

/** Marks the routes that `app` registers after this as showing the gateway's copy of the service's lists. */
export function showCopy(app: FastifyInstance): void {
  app.addHook('onRoute', route => {
    route.config = { ...route.config, showsCopy: true }
  })
}

/**
 * The `config` of a route that may be requested so often per minute and process.
 *
 * @param what is limited, such as "exports"
 * @param keyGenerator names whose requests are counted together: by default, those of an account
 */
export function perMinute(
  max: number,
  what: string,
  keyGenerator = (request: FastifyRequest) => callerOf(request).account,
) {
  return {
    rateLimit: {
      max,
      timeWindow: 60_000,
      keyGenerator,
      errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) => {
        const seconds = formatSeconds(Math.max(1, Math.ceil(ttl / 1_000)))
        return detailError(429, `Too many ${what} in a minute. Try again in ${seconds}.`)
      },
    },
  }
}
