import type { FastifyRequest } from 'fastify'
import type { Upstream } from '../upstream/upstream.ts'
import { requireAuthorization } from './authorization.ts'
import { proveAuthorization } from './prove-authorization.ts'
import { requireSameOrigin } from './same-origin.ts'

/**
 * Passes a request that may change something of its account's: it comes from our own pages or has a
 * token of its own, and the service takes that token now, not only at sign-in.
 *
 * @throws HttpError 401 or 403; 502 and 504 when the service can't say
 */
export type ChangeGuard = (request: FastifyRequest) => Promise<void>

export function changeGuard(upstream: Upstream, publicUrl: string | undefined): ChangeGuard {
  return async request => {
    requireSameOrigin(request, publicUrl)
    await proveAuthorization(upstream, requireAuthorization(request))
  }
}
