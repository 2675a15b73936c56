import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The only part of IPv6 that is assigned to hosts on the internet. The library also allows the rest. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * IPv4 addresses as a host on an IPv6-only network reaches them through NAT64 (RFC 6052): its name
 * servers (DNS64) return these for every name that only has an IPv4 address.
 */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')

/** One cloud's metadata service, in a range that is otherwise public. */
const METADATA_SERVICE = '168.63.129.16'

/**
 * Says why nothing may be sent to `address` (an IP address without brackets); null if it is a public
 * one.
 */
export function addressProblem(address: string): string | null {
  return isPublic(address)
    ? null
    : `the address ${address} is private or reserved; receivers must be reachable from the internet`
}

/** A URL's host name, with which an IPv6 address has brackets. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** The library knows the special-purpose addresses that IANA lists. */
function isPublic(text: string): boolean {
  const address = parseAddress(text)
  if (address === null) return false
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== METADATA_SERVICE
  }
  // It is as special as the address in it (RFC 6052, 3.1).
  if (address.match(NAT64)) {
    return isPublic(ipaddr.fromByteArray(address.toByteArray().slice(12)).toString())
  }
  return address.match(GLOBAL_IPV6) && address.range() === 'unicast'
}

/** An address with a zone (fe80::1%eth0) belongs to one link of this machine, so no range includes it. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.parse(text)
}

const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^\s:/@[\]]+):\d{1,5}$/i
const RANGE_AND_PORT = /^(?:\[([\da-f:.]+\/\d{1,3})\]|([\d.]+\/\d{1,2})):(\d{1,5})$/i

type Range = { range: [ipaddr.IPv4 | ipaddr.IPv6, number]; port: number }

/**
 * The receivers that may have a private address (setting RECEIVER_EXCEPTIONS): hosts, such as
 * "localhost:8443" and "[::1]:8443", and ranges, such as "10.0.0.0/8:443" and "[fd00::/8]:8443".
 * Each has a port, because an open range would give access to everything that listens in it.
 */
export class ReceiverExceptions {
  readonly #hosts: ReadonlySet<string>
  readonly #ranges: Range[]

  /** @param exceptions hosts and ranges in lower case, each valid by `isException` */
  constructor(exceptions: readonly string[]) {
    this.#hosts = new Set(exceptions)
    this.#ranges = exceptions.flatMap(one => rangeOf(one) ?? [])
  }

  /**
   * Whether `host` is excepted before its name is looked up: it is listed itself, or it is an IP
   * address in a range. `host` is a URL's, so no port means 443.
   */
  hasHost(host: string): boolean {
    const withPort = /:\d+$/.test(host) ? host : `${host}:443`
    if (this.#hosts.has(withPort)) return true
    const colon = withPort.lastIndexOf(':')
    const address = withoutBrackets(withPort.slice(0, colon))
    return this.#isInRange(address, Number(withPort.slice(colon + 1)))
  }

  /** Says why nothing may be sent to `port` of an IP address; null if it may. */
  addressProblem(address: string, port: number): string | null {
    return this.#isInRange(address, port) ? null : addressProblem(address)
  }

  #isInRange(address: string, port: number): boolean {
    if (parseAddress(address) === null) return false
    // An IPv6 address may contain one of IPv4: ::ffff:10.1.2.3.
    const parsed = ipaddr.process(address)
    return this.#ranges.some(
      ({ range, port: open }) =>
        open === port && range[0].kind() === parsed.kind() && parsed.match(range),
    )
  }
}

/** Whether `text` is an exception: `host:port`, or `range:port` in CIDR notation. */
export function isException(text: string): boolean {
  return HOST_AND_PORT.test(text) || rangeOf(text) !== null
}

function rangeOf(text: string): Range | null {
  const [, six, four, port] = RANGE_AND_PORT.exec(text) ?? []
  const cidr = six ?? four ?? ''
  const isAddress = isIP(cidr.replace(/\/.*/, '')) === (six === undefined ? 4 : 6)
  if (!isAddress || !ipaddr.isValidCIDR(cidr) || Number(port) > 65_535) return null
  return { range: ipaddr.parseCIDR(cidr), port: Number(port) }
}
