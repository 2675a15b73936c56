import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { detailError, type HttpError } from '../../http/http-error.ts'
import { IS_UNEXPIRED, tokenHash } from '../tokens/tokens.ts'
import { ACCOUNT, type Account } from './account.ts'

/** A hook that looks up the account of each request, so that a token that is revoked or expires stops working immediately. */
export function authenticate(db: Kysely<Schema>) {
  return async (request: FastifyRequest): Promise<void> => {
    request.setDecorator<Account>(
      ACCOUNT,
      await requireAccount(db, request.headers.authorization ?? ''),
    )
  }
}

/**
 * Returns the owner of an Authorization header.
 *
 * @throws HttpError 401
 */
export async function requireAccount(db: Kysely<Schema>, authorization: string): Promise<Account> {
  const account = await findAccount(db, tokenOf(authorization))
  if (!account) throw unauthorized('Invalid token.')
  return account
}

/** @throws HttpError 401 if the header contains no token */
export function tokenOf(header: string): string {
  const [keyword, token, ...rest] = header.trim().split(/\s+/)
  if (keyword?.toLowerCase() !== 'token') {
    throw unauthorized('Authentication credentials were not provided.')
  }
  if (token === undefined) {
    throw unauthorized('Invalid token header. No credentials provided.')
  }
  if (rest.length > 0) {
    throw unauthorized('Invalid token header. Token string should not contain spaces.')
  }
  return token
}

function findAccount(db: Kysely<Schema>, token: string): Promise<Account | undefined> {
  return db
    .selectFrom('api_token')
    .select([
      'id as tokenId',
      'partner_id as partnerId',
      'blocklist_permission as blocklistPermission',
    ])
    .where('token_hash', '=', tokenHash(token))
    .where('revoked_at', 'is', null)
    .where(IS_UNEXPIRED)
    .executeTakeFirst()
}

function unauthorized(detail: string): HttpError {
  return detailError(401, detail, { 'WWW-Authenticate': 'Token' })
}
