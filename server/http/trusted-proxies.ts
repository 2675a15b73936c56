import { BlockList, isIP } from 'node:net'

/** TRUST_PROXY: the number of proxies in front, or their addresses and networks. */
export type TrustProxy = { hops: number } | { networks: string[] }

/** Whether an address is a trusted proxy's; `hop` is 0 for the one that opened the connection. */
export type Trust = (address: string, hop: number) => boolean

const MAX_HOPS = 9

/** @returns null for anything but a number of proxies or a list of addresses and CIDR networks */
export function parseTrustProxy(text: string): TrustProxy | null {
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    return hops >= 1 && hops <= MAX_HOPS ? { hops } : null
  }
  const networks = text
    .split(',')
    .map(network => network.trim())
    .filter(Boolean)
  return networks.length > 0 && networks.every(isNetwork) ? { networks } : null
}

/** Undefined trusts no proxy: `X-Forwarded-*` could then be made up by a client. */
export function createTrust(setting: TrustProxy | undefined): Trust {
  if (setting === undefined) return () => false
  if ('hops' in setting) return (_address, hop) => hop < setting.hops
  const trusted = new BlockList()
  for (const network of setting.networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  return address => {
    const version = isIP(address)
    return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  // A network of all addresses would trust everybody who writes the header.
  return (
    /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 6 ? 128 : 32)
  )
}
