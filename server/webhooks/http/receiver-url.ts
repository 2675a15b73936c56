import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import {
  addressProblem,
  ReceiverExceptions,
  withoutBrackets,
} from './addresses/receiver-exceptions.ts'
import { DeliveryProblem } from './cause.ts'
import type { ConnectorSettings } from './connector.ts'
import { guardedAddressesOf, NameLookup } from './name-lookup.ts'

/** The parts of a receiver's URL; or why it can't be a receiver's. */
export type ReceiverUrl =
  | {
      problem: null
      origin: string
      path: string
    }
  | { problem: string }

/**
 * Parses a receiver's URL without looking its name up. Checked when a URL is saved, and again by each
 * process that sends to it, because the exceptions may have changed.
 */
export function readReceiverUrl(url: string, exceptions: ReceiverExceptions): ReceiverUrl {
  const parsed = URL.parse(url)
  if (parsed === null) return { problem: 'its address is not a valid URL' }
  const problem = problemOf(url, parsed, exceptions)
  if (problem !== null) return { problem }
  return { problem, origin: parsed.origin, path: parsed.pathname + parsed.search }
}

function problemOf(url: string, parsed: URL, exceptions: ReceiverExceptions): string | null {
  if (parsed.protocol !== 'https:') return 'its address must begin with https://'
  if (parsed.username !== '' || parsed.password !== '') {
    return 'its address holds a user name or password; receivers are called without'
  }
  if (parsed.port === '0') return 'its address names port 0, where nothing can listen'
  // "localhost." is localhost, but exceptions, certificates and comparisons don't treat it so.
  if (parsed.hostname.endsWith('.')) return `the name ${parsed.hostname} ends in a dot`
  return privateHostProblem(parsed, exceptions) ?? readingProblem(url, parsed)
}

function privateHostProblem(parsed: URL, exceptions: ReceiverExceptions): string | null {
  if (exceptions.hasHost(parsed.host)) return null
  if (parsed.hostname === 'localhost' || parsed.hostname.endsWith('.localhost')) {
    return `the name ${parsed.hostname} means this machine itself; receivers must be reachable from the internet`
  }
  // The URL parser has already normalised decimal, octal, hex and short forms.
  const literal = withoutBrackets(parsed.hostname)
  return isIP(literal) === 0 ? null : addressProblem(literal)
}

/**
 * An address that another program, or a person, would read differently: the URL parser of
 * browsers, which we use, accepts much that others don't (https:host, https:\\host) and
 * maps characters of many scripts to ASCII.
 */
function readingProblem(url: string, parsed: URL): string | null {
  const written = url.trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the URL parser leaves them out unseen
  if (/[\x00-\x1f\x7f]|^[^?#]*\\/.test(written)) {
    return 'its address holds a line break, a tab or a backslash, which programs read in different ways'
  }
  const [, authority = '', upToSlash = ''] = /^https:\/\/([^/?#]*)([^/]*)/i.exec(written) ?? []
  const host = authority.replace(/:\d*$/, '').toLowerCase().normalize('NFC')
  const isAsRead =
    host.startsWith('[') || host === parsed.hostname || host === domainToUnicode(parsed.hostname)
  if (isAsRead && !upToSlash.includes('@')) return null
  return `programs read its address in different ways; it must begin with https://${parsed.host}/`
}

/**
 * Says why `url` can't be a receiver's, after looking its name up; null if it can. Used when a URL is
 * saved; no connection is made. A name that can't be looked up at the moment is accepted, because
 * each attempt looks it up again.
 */
export async function receiverProblem(
  url: string,
  settings: Pick<ConnectorSettings, 'exceptions' | 'proxy' | 'nameServers'>,
): Promise<string | null> {
  const exceptions = new ReceiverExceptions(settings.exceptions)
  const { problem } = readReceiverUrl(url, exceptions)
  if (problem !== null) return problem
  const { host, hostname, port } = new URL(url)
  if (exceptions.hasHost(host) || isIP(withoutBrackets(hostname)) !== 0) return null
  if (settings.proxy !== undefined) return null
  try {
    await guardedAddressesOf(
      hostname,
      address => exceptions.addressProblem(address, Number(port || 443)),
      new NameLookup(settings.nameServers),
    )
    return null
  } catch (error) {
    if (!(error instanceof DeliveryProblem)) throw error
    return error.cause.code === 'name-not-looked-up' ? null : error.message
  }
}
