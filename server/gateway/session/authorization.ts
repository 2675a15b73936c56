import type { FastifyRequest } from 'fastify'
import { detailError } from '../../http/http-error.ts'

/** What browsers add by themselves, where a proxy in front of Redial asks for a password. */
const OF_A_PROXY = /^(basic|digest|negotiate|ntlm)\b/i

/**
 * The Authorization header of a script's own. A proxy's password is not for the service, which takes
 * none, and stands in no session's way.
 */
export function ownAuthorization({
  headers: { authorization },
}: Pick<FastifyRequest, 'headers'>): string | undefined {
  return OF_A_PROXY.test(authorization ?? '') ? undefined : authorization
}

/**
 * The Authorization header that a request to the service carries: the caller's own where a script
 * sends one, else the session's token. null when there is neither.
 */
export function authorizationOf(
  request: Pick<FastifyRequest, 'headers' | 'session'>,
): string | null {
  const own = ownAuthorization(request)
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
