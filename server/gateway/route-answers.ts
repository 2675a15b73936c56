import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { formatSeconds } from '../../contract/text/count.ts'
import { described } from '../http/described.ts'
import { detailError } from '../http/http-error.ts'
import { callerOf } from './session/caller.ts'

/** Describes the routes that `app` registers after this with a tag; each may answer 401 or 500, too. */
export function describeRoutes(app: FastifyInstance, tag: string): void {
  app.addHook('onRoute', ({ schema }) => {
    if (schema?.operationId === undefined) return
    schema.tags = [tag]
    schema.errors ??= {}
  })
}

/** Marks the routes that `app` registers after this as showing the gateway's copy of the service's lists. */
export function showCopy(app: FastifyInstance): void {
  app.addHook('onRoute', route => {
    route.config = { ...route.config, showsCopy: true }
  })
}

/** The response schema of a route that answers 200. Errors need none. */
export function answers<Schema extends z.core.$ZodType>(schema: Schema, description: string) {
  return { 200: described(schema, description) }
}

/**
 * Prepares the routes of `app` for `perAccount`.
 *
 * @param what is limited, such as "exports"
 */
export async function limitPerMinute(app: FastifyInstance, what: string): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1_000))
      return detailError(
        429,
        `Too many ${what} in a minute. Try again in ${formatSeconds(seconds)}.`,
      )
    },
  })
}

/** The `config` of a route that an account may request so often per minute and process. */
export function perAccount(max: number) {
  return {
    rateLimit: {
      max,
      timeWindow: 60_000,
      keyGenerator: (request: FastifyRequest) => callerOf(request).account,
    },
  }
}
