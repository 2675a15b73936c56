import { BlockList, isIP } from 'node:net'

type Network = `${string}/${number}`

/** The IPv4 special-purpose addresses that IANA lists, and one cloud's metadata service. */
const SPECIAL_IPV4_NETWORKS: Network[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
const SPECIAL_IPV4 = blockListOf('ipv4', SPECIAL_IPV4_NETWORKS)

/** The only part of IPv6 that is assigned to hosts on the internet … */
const GLOBAL_IPV6 = blockListOf('ipv6', ['2000::/3'])

/** … and the ranges in it that are not, or that carry any IPv4 address (6to4, Teredo). */
const SPECIAL_IPV6 = blockListOf('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
])

/**
 * IPv4 addresses as a host on an IPv6-only network reaches them through NAT64 (RFC 6052): its name
 * servers (DNS64) return these for every name that only has an IPv4 address …
 */
const NAT64 = blockListOf('ipv6', ['64:ff9b::/96'])

/** … which are special too if they contain a special address (RFC 6052, 3.1). */
const SPECIAL_NAT64 = blockListOf(
  'ipv6',
  SPECIAL_IPV4_NETWORKS.map((network): Network => {
    const [address, prefix] = network.split('/')
    return `64:ff9b::${address}/${96 + Number(prefix)}`
  }),
)

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

function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !SPECIAL_IPV4.check(address, 'ipv4')
    case 6:
      // An address with a zone (fe80::1%eth0) belongs to this machine's own links.
      return (
        !address.includes('%') &&
        (GLOBAL_IPV6.check(address, 'ipv6')
          ? !SPECIAL_IPV6.check(address, 'ipv6')
          : NAT64.check(address, 'ipv6') && !SPECIAL_NAT64.check(address, 'ipv6'))
      )
    default:
      return false
  }
}

function blockListOf(family: 'ipv4' | 'ipv6', networks: Network[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^\s:/@[\]]+):\d{1,5}$/i
const RANGE_AND_PORT = /^(?:\[([\da-f:.]+)\/(\d{1,3})\]|([\d.]+)\/(\d{1,2})):(\d{1,5})$/i

type Range = { address: string; family: 'ipv4' | 'ipv6'; prefix: number; port: number }

/**
 * The receivers that may have a private address (setting RECEIVER_EXCEPTIONS): hosts, such as
 * "localhost:8443" and "[::1]:8443", and ranges, such as "10.0.0.0/8:443" and "[fd00::/8]:8443".
 * Each has a port, because an open range would give access to everything that listens in it.
 */
export class ReceiverExceptions {
  readonly #hosts: ReadonlySet<string>
  readonly #ranges = new Map<number, BlockList>()

  /** @param exceptions hosts and ranges in lower case, each valid by `isException` */
  constructor(exceptions: readonly string[]) {
    this.#hosts = new Set(exceptions)
    for (const { address, family, prefix, port } of exceptions.flatMap(one => rangeOf(one) ?? [])) {
      const ranges = this.#ranges.get(port) ?? new BlockList()
      ranges.addSubnet(address, prefix, family)
      this.#ranges.set(port, ranges)
    }
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
    const family = isIP(address)
    // An address with a zone (fe80::1%eth0) belongs to one link of this machine, so no range
    // includes it.
    if (family === 0 || address.includes('%')) return false
    return this.#ranges.get(port)?.check(address, family === 4 ? 'ipv4' : 'ipv6') ?? false
  }
}

/** Whether `text` is an exception: `host:port`, or `range:port` in CIDR notation. */
export function isException(text: string): boolean {
  return HOST_AND_PORT.test(text) || rangeOf(text) !== null
}

function rangeOf(text: string): Range | null {
  const match = RANGE_AND_PORT.exec(text)
  if (match === null) return null
  const [, six, sixPrefix, four, fourPrefix, port] = match
  const address = six ?? four ?? ''
  const family = six === undefined ? 'ipv4' : 'ipv6'
  const prefix = Number(sixPrefix ?? fourPrefix)
  const isValid =
    isIP(address) === (family === 'ipv4' ? 4 : 6) &&
    prefix <= (family === 'ipv4' ? 32 : 128) &&
    Number(port) <= 65_535
  return isValid ? { address, family, prefix, port: Number(port) } : null
}
