/**
 * The one-time code of a printed sign-in link, `/sign-in#code=XXXX`. It stands after the # because
 * that part of an address is never sent to a server or written to its log.
 */
export function signInCode(hash = window.location.hash): string | null {
  return new URLSearchParams(hash.slice(1)).get('code') || null
}
