import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { detailError, HttpError } from '../../http/http-error.ts'
import { accountOfPartner } from '../../webhooks/store/delivery-repository.ts'
import { IS_UNEXPIRED, tokenHash } from '../tokens/tokens.ts'

export type ServiceContext = {
  db: Kysely<Schema>
  /** IANA name of the zone in which days begin. */
  timeZone: string
  clock: () => Date
  /** Whether a request is one of the gateway of this process, which reads events for replays. */
  isReader: (request: FastifyRequest) => boolean
}

/** Who makes a request: the token's partner, and the token's permission. */
export type Account = {
  tokenId: number
  partnerId: number
  /** BlocklistPermission (docs/interface.md, "Authentication"). */
  blocklistPermission: boolean
}

export const ACCOUNT = 'account'

/** @throws if the request's route has no authentication */
export function accountOf(request: FastifyRequest): Account {
  return request.getDecorator<Account>(ACCOUNT)
}

/** A hook: the blocklist endpoints need BlocklistPermission on the token. */
export async function requireBlocklistPermission(request: FastifyRequest): Promise<void> {
  if (!accountOf(request).blocklistPermission) {
    throw detailError(403, 'You do not have permission to perform this action.')
  }
}

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

/** The owner of a valid token. */
export function findAccount(db: Kysely<Schema>, token: string): Promise<Account | undefined> {
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

/**
 * The partner of a header's token, by the name of its account.
 *
 * @throws HttpError 401 without a valid token
 */
export async function partnerOf(db: Kysely<Schema>, authorization: string): Promise<string> {
  const { partnerId } = await requireAccount(db, authorization)
  return accountOfPartner(partnerId)
}

/**
 * The same, also for a revoked token: its account may see who still tries it. null for anything that
 * never was a token.
 */
export async function formerPartnerOf(
  db: Kysely<Schema>,
  authorization: string,
): Promise<string | null> {
  try {
    const row = await db
      .selectFrom('api_token')
      .select('partner_id')
      .where('token_hash', '=', tokenHash(tokenOf(authorization)))
      .executeTakeFirst()
    return row === undefined ? null : accountOfPartner(row.partner_id)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}
