/*
 * The name that a person gave in this browser, for when they sign in again after their session has ended. It is
 * forgotten when they sign out, because the next person may be another one.
 */

export function lastName(service: string): string {
  try {
    return localStorage.getItem(keyOf(service)) ?? ''
  } catch {
    // The browser blocks the storage.
    return ''
  }
}

/** @param name null to forget it */
export function rememberName(service: string, name: string | null): void {
  try {
    if (name === null) localStorage.removeItem(keyOf(service))
    else localStorage.setItem(keyOf(service), name)
  } catch {
    // The browser blocks the storage, or it is full.
  }
}

function keyOf(service: string): string {
  return `redial:name:${service}`
}
