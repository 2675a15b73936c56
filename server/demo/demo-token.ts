import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { createToken, IS_UNEXPIRED, tokenHash } from '../service/tokens/tokens.ts'
import { writePrivateFile } from './demo-certificate.ts'

/**
 * The demo account's token, kept in `folder`. A new one replaces a token that was revoked or
 * belongs to another database.
 */
export async function keepDemoToken(
  db: Kysely<Schema>,
  folder: string,
  partnerId: number,
): Promise<string> {
  const file = join(folder, 'token')
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (await isValid(db, kept, partnerId)) return kept

  const token = await createToken(db, { partnerId, label: 'Demo', blocklistPermission: true })
  await writePrivateFile(file, `${token}\n`)
  return token
}

async function isValid(db: Kysely<Schema>, token: string, partnerId: number): Promise<boolean> {
  const found = await db
    .selectFrom('api_token')
    .select('id')
    .where('token_hash', '=', tokenHash(token))
    .where('partner_id', '=', partnerId)
    .where('revoked_at', 'is', null)
    .where(IS_UNEXPIRED)
    .executeTakeFirst()
  return found !== undefined
}
