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

/** … of which those that contain a special address are special too (RFC 6052, 3.1). */
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
