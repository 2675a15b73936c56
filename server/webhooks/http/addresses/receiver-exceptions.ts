import { BlockList, isIP } from 'node:net'
import { addressProblem } from './address-guard.ts'

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
    const address = withPort.slice(0, colon).replace(/^\[(.*)\]$/, '$1')
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
