import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** TRUST_PROXY: the number of proxies in front, or their addresses and networks. */
export type TrustProxy = { hops: number } | { networks: string[] }

/** Whether an address is a trusted proxy's; `hop` is 0 for the one that opened the connection. */
export type Trust = (address: string, hop: number) => boolean

/** @returns null for anything but a number of proxies up to 9 or a list of addresses and CIDR networks */
export function parseTrustProxy(text: string): TrustProxy | null {
  if (/^[1-9]$/.test(text)) return { hops: Number(text) }
  const networks = text
    .split(',')
    .map(network => network.trim())
    .filter(Boolean)
  // The library also accepts short forms, such as 10.
  const areAddresses = networks.every(network => isIP(network.split('/', 1)[0] ?? '') !== 0)
  if (networks.length === 0 || !areAddresses) return null
  try {
    proxyAddr.compile(networks)
    return { networks }
  } catch {
    return null
  }
}

/** Undefined trusts no proxy: `X-Forwarded-*` could then be made up by a client. */
export function createTrust(setting: TrustProxy | undefined): Trust {
  if (setting === undefined) return () => false
  if ('hops' in setting) return (_address, hop) => hop < setting.hops
  return proxyAddr.compile(setting.networks)
}
