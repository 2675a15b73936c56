import { isIPv6 } from 'node:net'

/**
 * The key by which requests are counted: an IPv4 address, or the network of an IPv6 address, because
 * the owner of one IPv6 address has the 2^64 of its network.
 *
 * @param named the address as a proxy may write it, with a port
 */
export function clientOf(text: string): string {
  const address = WITH_PORT.exec(text)?.slice(1).find(Boolean) ?? text
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [before = '', after] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const head = groupsOf(before)
  const tail = groupsOf(after ?? '')
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array<string>(zeros).fill('0'), ...tail].slice(0, 4).join(':')
}

/** Some proxies append the client's port, which differs for each connection. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?)$/

/** An IPv4 address at the end takes the room of two groups, but is never among the first four. */
function groupsOf(part: string): string[] {
  if (part === '') return []
  return part
    .split(':')
    .flatMap(group =>
      group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)],
    )
}
