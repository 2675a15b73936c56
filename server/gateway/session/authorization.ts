import type { FastifyRequest } from 'fastify'
import {
  DASHBOARD_HEADER,
  NAME_NEEDED_HEADER,
  SIGNED_OUT_HEADER,
} from '../../../contract/session.ts'
import { detailError } from '../../http/http-error.ts'
import { type Caller, callerOf } from './caller.ts'
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
  return `${SCHEMES.get(scheme.toLowerCase()) ?? scheme} ${token}`
}

const SCHEMES = new Map(['Token', 'Bearer'].map(scheme => [scheme.toLowerCase(), scheme]))

/**
 * Refuses a change by a session without a name: the activity log and colleagues would not know whose
 * it is. Scripts with their own token have no name and pass.
 *
 * @returns who makes the change
 * @throws HttpError 409 with a header that makes the dashboard ask for the name and repeat the request
 */
export function requireName(request: FastifyRequest): Caller {
  const session = sessionOf(request)
  if (ownAuthorization(request) !== undefined || session === null || session.name !== null) {
    return callerOf(request)
  }
  throw detailError(
    409,
    'Redial does not know who you are, so nothing was changed. Set your name with PUT /gateway/session/name, then send this again.',
    { [NAME_NEEDED_HEADER]: '1' },
  )
}

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
