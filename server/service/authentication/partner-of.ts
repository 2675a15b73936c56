import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { requireAccount } from './authenticate.ts'

/** What the gateway knows a partner's account by. */
export function accountOfPartner(partnerId: number): string {
  return `partner ${partnerId}`
}

/**
 * The partner whose token a header carries, by a name for its account.
 *
 * @throws HttpError 401 without a valid token
 */
export async function partnerOf(db: Kysely<Schema>, authorization: string): Promise<string> {
  const { partnerId } = await requireAccount(db, authorization)
  return accountOfPartner(partnerId)
}
