import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { detailError } from '../../http/http-error.ts'
import { requireAuthorization } from '../session/authorization.ts'

/** Whose runs are meant: of this account at this service (docs/decisions/0018). */
export type Owner = {
  account: string
  service: string
  /** Who asks, by a keyed hash of the token. */
  madeBy: string
  /** What the person calls themselves, where they said. */
  who: string | null
}

/** The account that an Authorization header belongs to; null where the service doesn't take it. */
export type AccountOf = (authorization: string) => Promise<string | null>

/** `accountOf` is there only where the service is one that tells us. */
export type OwnerSettings = { service: string; secret: string; accountOf?: AccountOf | undefined }

/** @throws HttpError 401 without a token, or with one that the service is known not to take */
export async function ownerOf(
  request: FastifyRequest,
  { service, secret, accountOf }: OwnerSettings,
): Promise<Owner> {
  const authorization = requireAuthorization(request)
  const madeBy = createHmac('sha256', secret).update(authorization).digest('hex')
  const account = accountOf === undefined ? madeBy : await accountOf(authorization)
  if (account === null) {
    throw detailError(401, 'Invalid token.', { 'www-authenticate': 'Token' })
  }
  return { account, service, madeBy, who: request.session.get('name') ?? null }
}
