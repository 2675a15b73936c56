import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { codeOf, DeliveryProblem, LookupFailure } from './cause.ts'

type NameLookup = {
  /** `address:port` of the name servers to ask; default: the system's. */
  nameServers?: string[]
  /** Ends the look-up early. */
  signal?: AbortSignal
}

/**
 * All addresses of a receiver's name. Rejects with a DeliveryProblem when the name has none or when
 * `addressProblem` finds fault with any single one: which of them is dialled isn't ours to choose.
 */
export async function guardedAddressesOf(
  name: string,
  addressProblem: (address: string) => string | null,
  options: NameLookup = {},
): Promise<LookupAddress[]> {
  const addresses = await askNameServers(name, options)
  for (const { address } of addresses) {
    const problem = addressProblem(address)
    if (problem !== null) throw new DeliveryProblem(`the name ${name} cannot be used: ${problem}`)
  }
  return addresses
}

/** All addresses of an excepted name, whatever they are; the hosts file counts here. */
export function exceptedAddressesOf(name: string, options: NameLookup): Promise<LookupAddress[]> {
  return options.nameServers === undefined
    ? lookup(name, { all: true })
    : askNameServers(name, options)
}

/**
 * Asks the name servers directly. `dns.lookup` would do it on one of the four threads that the
 * whole process has for files and names, which a few slow hostile names could fill.
 */
async function askNameServers(name: string, options: NameLookup): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (options.nameServers !== undefined) resolver.setServers(options.nameServers)
  const cancel = () => resolver.cancel()
  options.signal?.addEventListener('abort', cancel)
  try {
    const [six, four] = await Promise.allSettled([resolver.resolve6(name), resolver.resolve4(name)])
    const addresses = [
      ...(six.status === 'fulfilled' ? six.value.map(address => ({ address, family: 6 })) : []),
      ...(four.status === 'fulfilled' ? four.value.map(address => ({ address, family: 4 })) : []),
    ]
    if (addresses.length > 0) return addresses
    throw noAddress(
      name,
      [six, four].map(answer => (answer.status === 'rejected' ? codeOf(answer.reason) : 'ENODATA')),
    )
  } finally {
    options.signal?.removeEventListener('abort', cancel)
  }
}

function noAddress(name: string, codes: string[]): DeliveryProblem {
  if (codes.some(code => code === 'ENOTFOUND' || code === 'EBADNAME')) {
    return new DeliveryProblem(`the name ${name} does not exist`)
  }
  if (codes.every(code => code === 'ENODATA')) {
    return new DeliveryProblem(`the name ${name} has no address`)
  }
  return new LookupFailure(`the name ${name} could not be looked up just now`)
}
