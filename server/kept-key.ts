import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from './config/env.ts'

const KEY_BYTES = 32

/** A key of ours in a file: created once, and readable only by our user. */
export function keptKey(folder: string, name: 'session-secret' | 'telephony-key'): string {
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // A full disk or a kill may have truncated it. An empty key would match anybody's.
  if (kept.length >= 2 * KEY_BYTES) return kept
  const made = randomBytes(KEY_BYTES).toString('hex')
  rmSync(file, { force: true })
  writeFileSync(file, made, { flag: 'wx', mode: 0o600 })
  return made
}

/** With PostgreSQL every process has to take the same key, so that there it is given or there is none. */
export function telephonyKeyOf({ TELEPHONY_KEY, DATABASE_URL, DATA_DIR }: Env): string | null {
  if (TELEPHONY_KEY !== undefined) return TELEPHONY_KEY
  return DATABASE_URL === undefined ? keptKey(DATA_DIR, 'telephony-key') : null
}
