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

export function rememberName(service: string, name: string): void {
  try {
    localStorage.setItem(keyOf(service), name)
  } catch {
    // The browser blocks the storage, or it is full.
  }
}

export function forgetName(service: string): void {
  try {
    localStorage.removeItem(keyOf(service))
  } catch {
    // The browser blocks the storage.
  }
}

function keyOf(service: string): string {
  return `redial:name:${service}`
}
