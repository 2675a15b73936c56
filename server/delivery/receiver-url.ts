import { isIP } from 'node:net'
import { addressProblem } from './address-guard.ts'

/**
 * Why `url` can't be a receiver's, as far as that shows without looking its name up; null where
 * nothing speaks against it. Asked when a URL is saved and again before each attempt, since what is
 * excepted may have changed. `exceptions` are `host:port` pairs in lower case, as
 * "localhost:4443".
 */
export function receiverUrlProblem(url: string, exceptions: readonly string[]): string | null {
  const parsed = URL.parse(url)
  if (parsed === null) return 'its address is not a valid URL'
  if (parsed.protocol !== 'https:') return 'its address must begin with https://'
  if (parsed.username !== '' || parsed.password !== '') {
    return 'its address holds a user name or password; receivers are called without'
  }
  if (parsed.port === '0') return 'its address names port 0, where nothing can listen'
  // "localhost." is localhost, but no exception, certificate or comparison would see that.
  if (parsed.hostname.endsWith('.')) return `the name ${parsed.hostname} ends in a dot`
  if (isExcepted(parsed.host, exceptions)) return null

  if (parsed.hostname === 'localhost' || parsed.hostname.endsWith('.localhost')) {
    return `the name ${parsed.hostname} means this machine itself; receivers must be reachable from the internet`
  }
  // The URL parser has by now turned decimal, octal, hex and short forms into the plain one.
  const literal = parsed.hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(literal) === 0 ? null : addressProblem(literal)
}

/** Whether the address guard lets `host` through: a URL's host, where no port means 443. */
export function isExcepted(host: string, exceptions: readonly string[]): boolean {
  const withPort = /:\d+$/.test(host) ? host : `${host}:443`
  return exceptions.includes(withPort)
}
