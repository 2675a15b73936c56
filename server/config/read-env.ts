import { distance } from 'fastest-levenshtein'
import { Env, LOOPBACK } from './env.ts'

/** A setting that can't be used. The message is one sentence for the person who starts Redial. */
export class SettingsError extends Error {}

/**
 * Reads the settings. An empty variable counts as absent.
 *
 * @throws SettingsError for a malformed setting, for one that another setting requires, and for a
 *   variable whose name is almost that of a setting
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  refuseUnknown(Object.keys(given))
  const read = Env.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new SettingsError(`The setting ${issue?.path.join('.')} ${issue?.message}.`)
  }
  const { ROLE, DATABASE_URL, SESSION_SECRET } = read.data
  if (ROLE !== 'all' && DATABASE_URL === undefined) {
    throw new SettingsError(
      `ROLE=${ROLE} needs DATABASE_URL: the embedded PostgreSQL is for one process, which does everything (ROLE=all).`,
    )
  }
  // A worker starts no sessions.
  if (DATABASE_URL !== undefined && SESSION_SECRET === undefined && ROLE !== 'worker') {
    throw new SettingsError(
      'With DATABASE_URL, SESSION_SECRET must be given too: every process has to open the same sessions.',
    )
  }
  if (isOwnAddress(read.data)) {
    throw new SettingsError(
      'The setting UPSTREAM_URL must be the address of another service: this one is Redial’s own.',
    )
  }
  return read.data
}

/** Whether requests that are passed on would come back to this process. */
function isOwnAddress({ UPSTREAM_URL, PUBLIC_URL, HOST, PORT }: Env): boolean {
  if (UPSTREAM_URL === undefined) return false
  const { origin, hostname, port, protocol } = new URL(UPSTREAM_URL)
  if (origin === PUBLIC_URL) return true
  const name = hostname.replace(/^\[|\]$/g, '')
  const isHere = name === HOST || LOOPBACK.test(name)
  return isHere && protocol === 'http:' && PORT !== 0 && Number(port || 80) === PORT
}

/** Settings have no common prefix, so a name close to one of them is probably a misspelling. */
function refuseUnknown(names: string[]): void {
  const known = Object.keys(Env.shape)
  for (const name of names) {
    if (known.includes(name)) continue
    const near = known.find(setting => setting.length > 6 && distance(name, setting) <= 2)
    if (near) throw new SettingsError(`${name} is not a setting of Redial. Did you mean ${near}?`)
    if (/^(REDIAL|RECEIVER|UPSTREAM)_/.test(name)) {
      throw new SettingsError(`${name} is not a setting of Redial. It knows ${known.join(', ')}.`)
    }
  }
}
