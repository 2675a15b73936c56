import type { Session } from '../../../contract/session.ts'

/** Identifies the account of a session, for data that is kept only for that account. */
export function sessionOwner({ account_key, service, name }: SessionOwner): string {
  return account_key ?? `${service} ${name ?? ''}`
}

export type SessionOwner = Pick<Session, 'account_key' | 'service' | 'name'>

/**
 * The keys under which an earlier version stored something in this browser: it knew only the person's
 * name, which a session did not have before its first change.
 */
export function formerKeys(
  { account_key, service, name }: SessionOwner,
  keyOf: (service: string, name: string) => string,
): string[] {
  if (account_key === undefined) return []
  return [...new Set([name ?? '', ''])].map(one => keyOf(service, one))
}

/** Moves what was stored under one of the former keys to `key`, once. */
export function takeOverStored(key: string, former: string[]): void {
  try {
    for (const from of former) {
      const text = localStorage.getItem(from)
      if (text === null) continue
      if (localStorage.getItem(key) === null) localStorage.setItem(key, text)
      localStorage.removeItem(from)
    }
  } catch {
    // The browser blocks the storage, or it is full.
  }
}
