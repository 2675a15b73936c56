import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'

/**
 * Creates a token for a partner. `label` is the name by which a person finds it to revoke it.
 *
 * @returns the token, 40 hex characters; it is not stored, so this is the only time it can be shown
 */
export async function createToken(
  db: Kysely<Schema>,
  settings: {
    partnerId: number
    label: string
    blocklistPermission: boolean
    /** null for never. */
    expiresAt?: Date | null
  },
): Promise<string> {
  const token = randomBytes(20).toString('hex')
  await db
    .insertInto('api_token')
    .values({
      partner_id: settings.partnerId,
      label: settings.label,
      token_hash: tokenHash(token),
      blocklist_permission: settings.blocklistPermission,
      expires_at: settings.expiresAt ?? null,
    })
    .execute()
  return token
}

/**
 * Gives tokens BlocklistPermission or takes it from them, changes when they expire, or revokes them; the
 * change applies from their next request.
 *
 * @returns how many there were that were not revoked
 */
export async function changeTokens(
  db: Kysely<Schema>,
  { partnerId, label }: { partnerId: number; label: string },
  change: { blocklist_permission: boolean } | { expires_at: Date | null } | { revoked_at: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('api_token')
    .set(change)
    .where('partner_id', '=', partnerId)
    .where('label', '=', label)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** True for tokens that have not expired on the database's clock. */
export const IS_UNEXPIRED = sql<boolean>`(expires_at is null or expires_at > now())`

/** All tokens, including revoked ones, by partner, oldest first. */
export async function listTokens(db: Kysely<Schema>) {
  const rows = await db
    .selectFrom('api_token')
    .innerJoin('partner', 'partner.id', 'api_token.partner_id')
    .select(['label', 'reference', 'name', 'blocklist_permission', 'created_at'])
    .select(['api_token.revoked_at', 'expires_at'])
    .orderBy('reference')
    .orderBy('api_token.id')
    .execute()
  return rows.map(({ reference, name, ...token }) => ({ ...token, partner: { reference, name } }))
}

/** The stored form of a token. It has 160 random bits, so a plain hash is as good as a slow one. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
