import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { HttpError } from '../../http/http-error.ts'
import { accountOfPartner } from '../../webhooks/store/delivery-repository.ts'
import { tokenHash } from '../tokens/tokens.ts'
import { requireAccount, tokenOf } from './authenticate.ts'

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
