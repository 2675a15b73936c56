/**
 * `value` as a place inside this app to go to after signing in, or undefined where it is anything
 * else: another site, however it is spelt (`//evil`, `/\evil`, `https:evil`), or Sign in itself.
 *
 * @param origin of this app, such as `https://redial.example`
 */
export function redirectPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  const url = URL.parse(value, origin)
  if (url === null || url.origin !== origin) return undefined
  // A path such as `/..//evil` is on this origin, but would leave it once it is read again.
  if (url.pathname.startsWith('//') || url.pathname.startsWith('/sign-in')) return undefined
  return url.pathname + url.search + url.hash
}
