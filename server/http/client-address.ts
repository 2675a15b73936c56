import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Some proxies append the client's port, which differs for each connection. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?)$/

/**
 * The key by which requests are counted: an IPv4 address, or the network of an IPv6 address, because
 * the owner of one IPv6 address has the 2^64 of its network.
 *
 * @param text the address as a proxy may write it, with a port
 */
export function clientOf(text: string): string {
  const address = WITH_PORT.exec(text)?.slice(1).find(Boolean) ?? text
  if (isIP(address) === 0) return address
  // The library reads no zone with a dot or a hyphen, such as that of fe80::1%eth0.100.
  const parsed = ipaddr.process(address.split('%', 1)[0] ?? '')
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')
}
