import type { Kysely } from 'kysely'
import type { Env } from './config/env.ts'
import type { Schema } from './database/schema.ts'
import { AccountKeys } from './gateway/session/account-keys.ts'
import { Seals } from './gateway/session/seals.ts'
import { keptKey } from './kept-key.ts'

/**
 * The keys that encrypt tokens and identify accounts.
 *
 * @throws UnknownSecret where the database was used with another secret
 */
export async function openSecrets(
  env: Env,
  db: Kysely<Schema>,
): Promise<{ seals: Seals; keys: AccountKeys }> {
  const secret = env.SESSION_SECRET ?? (await keptKey(env.DATA_DIR, 'session-secret'))
  const seals = new Seals(secret, env.PREVIOUS_SESSION_SECRETS)
  return { seals, keys: await AccountKeys.open(db, seals) }
}
