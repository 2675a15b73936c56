import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { HttpError } from '../../http/http-error.ts'
import { accountOfPartner } from '../../webhooks/store/delivery-repository.ts'
import { tokenHash } from '../tokens/tokens.ts'
import { requireAccount, tokenOf } from './authenticate.ts'

/**
 * The partner whose token a header carries, by a name for its account.
 *
 * @throws HttpError 401 without a valid token
 */
export async function partnerOf(db: Kysely<Schema>, authorization: string): Promise<string> {
  const { partnerId } = await requireAccount(db, authorization)
  return accountOfPartner(partnerId)
}

/**
 * The same, also of a token that was revoked: its account may know who still tries it. null of what
 * never was a token.
 */
export async function formerPartnerOf(
  db: Kysely<Schema>,
  authorization: string,
): Promise<string | null> {
  try {
    const found = await db
      .selectFrom('api_token')
      .select('partner_id')
      .where('token_hash', '=', tokenHash(tokenOf(authorization)))
      .executeTakeFirst()
    return found === undefined ? null : accountOfPartner(found.partner_id)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}
