/**
 * The one-time code of a printed sign-in link, `/sign-in#code=XXXX`. It is after the #, because
 * browsers never send that part of a URL to a server.
 */
export function signInCode(hash = window.location.hash): string | null {
  return new URLSearchParams(hash.slice(1)).get('code') || null
}
