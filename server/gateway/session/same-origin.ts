import type { FastifyRequest } from 'fastify'
import { DASHBOARD_HEADER } from '../../../contract/session.ts'
import { detailError } from '../../http/http-error.ts'
import { ownAuthorization } from './authorization.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a request that would change something by the session's cookie but doesn't come from our
 * own pages: it lacks the dashboard's header, or its browser says that another site sent it.
 * Requests with their own Authorization header don't rely on the cookie and pass.
 *
 * @throws HttpError 403
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (isSafe(request) || ownAuthorization(request) !== undefined) return
  if (request.headers[DASHBOARD_HEADER] !== undefined && isSameOrigin(request, publicUrl)) return
  throw detailError(403, 'This request must come from the dashboard itself.')
}

/** Whether a request only reads, by its method. */
export function isSafe({ method }: FastifyRequest): boolean {
  return SAFE_METHODS.has(method)
}

function isSameOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  // Over plain HTTP on a name other than localhost, browsers send only Origin.
  const { origin } = request.headers
  return origin !== undefined && origin === (publicUrl ?? `${request.protocol}://${request.host}`)
}
