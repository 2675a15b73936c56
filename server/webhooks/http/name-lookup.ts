import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import { DeliveryProblem, errorCode } from './cause.ts'

/** Even if a name server allows more, so that a receiver that moves is found again soon. */
const MAX_MS = 60_000
const MAX_NAMES = 10_000

/** A new resolver reads the system's list of name servers again. */
const RESOLVER_MS = 60_000

/**
 * Queries the name servers directly, and caches their answers as long as they allow, up to a minute.
 * Failures are not cached. `dns.lookup` would use one of the four threads that the whole process has
 * for files and names, and a few slow hostile names could occupy them all.
 */
export class NameLookup {
  readonly #nameServers: string[] | undefined
  readonly #now: () => number
  readonly #answers: LRUCache<string, LookupAddress[]>
  #resolver: { resolver: Resolver; since: number } | undefined

  /**
   * @param nameServers `address:port` of the servers to query; default: the system's
   * @param now in ms, from any start
   */
  constructor(nameServers?: string[], now = () => performance.now()) {
    this.#nameServers = nameServers
    this.#now = now
    this.#answers = new LRUCache({
      max: MAX_NAMES,
      ttlResolution: 0,
      perf: { now },
      ignoreFetchAbort: true,
      fetchMethod: async (name, _before, { options }) => {
        const { addresses, ttlMs } = await this.#ask(name)
        // For the cache, 0 would be for ever.
        options.ttl = Math.max(1, Math.min(ttlMs, MAX_MS))
        return addresses
      },
    })
  }

  /**
   * All addresses of `name`. Rejects with a DeliveryProblem if it has none. Simultaneous calls share
   * one query, so a query is never cancelled and ends by the resolver's own time limit.
   */
  async addressesOf(name: string): Promise<LookupAddress[]> {
    return this.#answers.forceFetch(name)
  }

  /** All addresses of an excepted name, without a check; the hosts file counts here. */
  exceptedAddressesOf(name: string): Promise<LookupAddress[]> {
    return this.#nameServers === undefined ? lookup(name, { all: true }) : this.addressesOf(name)
  }

  /**
   * Queries the name servers next time, because no connection could be made to the cached addresses.
   */
  forget(name: string): void {
    this.#answers.delete(name)
  }

  async #ask(name: string): Promise<{ addresses: LookupAddress[]; ttlMs: number }> {
    const resolver = this.#currentResolver()
    const answers = await Promise.allSettled([
      resolver.resolve6(name, { ttl: true }),
      resolver.resolve4(name, { ttl: true }),
    ])
    const records = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map(({ address, ttl }) => ({ address, family: index === 0 ? 6 : 4, ttl }))
        : [],
    )
    if (records.length === 0) {
      throw noAddress(
        name,
        answers.map(one => (one.status === 'rejected' ? errorCode(one.reason) : 'ENODATA')),
      )
    }
    return {
      addresses: records.map(({ address, family }) => ({ address, family })),
      ttlMs: Math.min(...records.map(({ ttl }) => ttl * 1_000)),
    }
  }

  #currentResolver(): Resolver {
    const now = this.#now()
    if (this.#resolver === undefined || now - this.#resolver.since > RESOLVER_MS) {
      const resolver = new Resolver({ timeout: 2_000, tries: 2 })
      if (this.#nameServers !== undefined) resolver.setServers(this.#nameServers)
      this.#resolver = { resolver, since: now }
    }
    return this.#resolver.resolver
  }
}

/**
 * All addresses of a receiver's name. Rejects with a DeliveryProblem if the name has none, or if
 * `addressProblem` rejects any of them, cached or not, because we can't choose which one is
 * connected to.
 */
export async function guardedAddressesOf(
  name: string,
  addressProblem: (address: string) => string | null,
  names: NameLookup,
): Promise<LookupAddress[]> {
  const addresses = await names.addressesOf(name)
  for (const { address } of addresses) {
    const problem = addressProblem(address)
    if (problem === null) continue
    const text = `the name ${name} cannot be used: ${problem}`
    throw new DeliveryProblem('address-not-allowed', text)
  }
  return addresses
}

function noAddress(name: string, codes: string[]): DeliveryProblem {
  if (codes.some(code => code === 'ENOTFOUND' || code === 'EBADNAME')) {
    return new DeliveryProblem('name-not-found', `the name ${name} does not exist`)
  }
  if (codes.every(code => code === 'ENODATA')) {
    return new DeliveryProblem('name-not-found', `the name ${name} has no address`)
  }
  const text = `the name ${name} could not be looked up just now`
  return new DeliveryProblem('name-not-looked-up', text)
}
