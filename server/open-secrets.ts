import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Env } from './config/env.ts'
import { syncFolder } from './database/embedded/cluster-folder.ts'
import type { Schema } from './database/schema.ts'
import { AccountKeys } from './gateway/session/account-keys.ts'
import { Seals } from './gateway/session/seals.ts'

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

const KEY_BYTES = 32

/** A key of ours in a file: created once, and readable only by our user. */
async function keptKey(folder: string, name: 'session-secret' | 'telephony-key'): Promise<string> {
  const file = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const storedKey = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // An empty key would match anybody's.
  if (storedKey.length >= 2 * KEY_BYTES) return storedKey
  const newKey = randomBytes(KEY_BYTES).toString('hex')
  // Whoever gets the key uses it for years, so it has to survive a power cut.
  const partial = `${file}.new`
  await rm(partial, { force: true })
  await writeFile(partial, newKey, { flag: 'wx', mode: 0o600, flush: true })
  await rename(partial, file)
  await syncFolder(folder)
  return newKey
}

/** With PostgreSQL every process has to take the same key, so that there it is given or there is none. */
export async function telephonyKeyOf(env: Env): Promise<string | null> {
  const { TELEPHONY_KEY, DATABASE_URL, DATA_DIR } = env
  if (TELEPHONY_KEY !== undefined) return TELEPHONY_KEY
  return DATABASE_URL === undefined ? keptKey(DATA_DIR, 'telephony-key') : null
}
