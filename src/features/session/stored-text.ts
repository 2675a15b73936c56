/** What this browser keeps under a key; empty if that is nothing, or if it blocks the storage. */
export function storedText(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** @param text null to forget it. If the browser blocks the storage, or it is full, nothing is kept. */
export function storeText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {}
}
