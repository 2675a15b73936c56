import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Whether an address is a trusted proxy's; `hop` is 0 for the one that opened the connection. */
export type Trust = (address: string, hop: number) => boolean

/** Without TRUST_PROXY: `X-Forwarded-*` could then be made up by a client. */
export const trustNobody: Trust = () => false

/**
 * @param text TRUST_PROXY: the number of proxies in front, or their addresses and networks
 * @returns null for anything but a number of proxies up to 9 or a list of addresses and CIDR networks
 */
export function parseTrustProxy(text: string): Trust | null {
  if (/^[1-9]$/.test(text)) return (_address, hop) => hop < Number(text)
  const networks = text
    .split(',')
    .map(network => network.trim())
    .filter(Boolean)
  // The library also accepts short forms, such as 10.
  const areAddresses = networks.every(network => isIP(network.split('/', 1)[0] ?? '') !== 0)
  if (networks.length === 0 || !areAddresses) return null
  try {
    return proxyAddr.compile(networks)
  } catch {
    return null
  }
}
