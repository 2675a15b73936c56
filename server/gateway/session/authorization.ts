import type { FastifyRequest } from 'fastify'
import { detailError } from '../../http/http-error.ts'

/**
 * The Authorization header that a request to the service carries: the caller's own where a script
 * sends one, else the session's token. null when there is neither.
 */
export function authorizationOf(
  request: Pick<FastifyRequest, 'headers' | 'session'>,
): string | null {
  const own = request.headers.authorization
  if (own !== undefined) return own
  const token = request.session.get('token')
  return token === undefined ? null : `Token ${token}`
}

/** @throws HttpError 401 as the service itself would answer (interface.md, "Authentication") */
export function requireAuthorization(request: FastifyRequest): string {
  const authorization = authorizationOf(request)
  if (authorization !== null) return authorization
  throw detailError(401, 'Authentication credentials were not provided.', {
    'www-authenticate': 'Token',
  })
}
