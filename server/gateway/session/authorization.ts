import type { FastifyRequest } from 'fastify'
import { SIGNED_OUT_HEADER } from '../../../contract/session.ts'
import { detailError } from '../../http/http-error.ts'
import { sessionOf } from './session-cookie.ts'

/** Schemes that browsers add automatically if a proxy in front of Redial asks for a password. */
const OF_A_PROXY = /^\s*(basic|digest|negotiate|ntlm)\b/i

/**
 * A script's own Authorization header, as `canonicalAuthorization` writes it. A proxy's password is
 * not meant for the service, which accepts none, and does not replace a session.
 */
export function ownAuthorization({
  headers: { authorization },
}: Pick<FastifyRequest, 'headers'>): string | undefined {
  // A proxy may remove a header by emptying it.
  if (authorization === undefined || authorization.trim() === '') return undefined
  if (OF_A_PROXY.test(authorization)) return undefined
  return canonicalAuthorization(authorization)
}

/**
 * The Authorization header of a request to the service: the caller's own if a script sends one,
 * otherwise the session's token. null if there is neither.
 */
export function authorizationOf(request: FastifyRequest): string | null {
  const own = ownAuthorization(request)
  if (own !== undefined) return own
  const session = sessionOf(request)
  return session === null ? null : `Token ${session.token}`
}

/**
 * @throws HttpError 401 in the service's own words (docs/interface.md, "Authentication")
 */
export function requireAuthorization(request: FastifyRequest): string {
  const authorization = authorizationOf(request)
  if (authorization !== null) return authorization
  throw detailError(401, 'Authentication credentials were not provided.', {
    'www-authenticate': 'Token',
    [SIGNED_OUT_HEADER]: '1',
  })
}

/**
 * One text for one token, however its scheme and spaces are written: "token  abc" becomes "Token abc".
 * A header that isn't a scheme and a token is left for the service to refuse.
 */
export function canonicalAuthorization(authorization: string): string {
  const [scheme = '', token, ...others] = authorization.split(/[ \t]+/).filter(Boolean)
  if (token === undefined || others.length > 0) return authorization.trim()
  return `${SCHEMES[scheme.toLowerCase()] ?? scheme} ${token}`
}

const SCHEMES: Record<string, string> = { token: 'Token', bearer: 'Bearer' }
