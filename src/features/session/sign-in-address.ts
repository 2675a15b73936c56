/**
 * `value` as a path inside this app to open after sign-in. Undefined for other sites, in any
 * spelling (`//evil`, `/\evil`, `https:evil`), and for the sign-in page.
 *
 * @param origin of this app, such as `https://redial.example`
 */
export function redirectPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  const url = URL.parse(value, origin)
  if (url === null || url.origin !== origin) return undefined
  // A path such as `/..//evil` is on this origin, but leaves it when it is parsed again.
  if (url.pathname.startsWith('//') || url.pathname.startsWith('/sign-in')) return undefined
  return url.pathname + url.search + url.hash
}

/**
 * The one-time code of a printed sign-in link, `/sign-in#code=XXXX`. It is after the #, because
 * browsers never send that part of a URL to a server.
 */
export function signInCode(hash = window.location.hash): string | null {
  return new URLSearchParams(hash.slice(1)).get('code') || null
}
