import { isIP } from 'node:net'
import { ReceiverExceptions } from './addresses/receiver-exceptions.ts'
import { DeliveryProblem } from './cause.ts'
import { guardedAddressesOf, NameLookup } from './name-lookup.ts'
import { receiverUrlProblem } from './receiver-url.ts'

type ReceiverProblemSettings = {
  /** `host:port` and `range:port`, see ReceiverExceptions. */
  exceptions: readonly string[]
  /** URL of the proxy through which receivers are reached, if there is one: it looks names up. */
  proxy?: string
  /**
   * `address:port` of the name servers to query; default: the system's. Only tests pass their own.
   */
  nameServers?: string[]
}

/**
 * Says why `url` can't be a receiver's, after looking its name up; null if it can. Used when a URL is
 * saved; no connection is made. A name that can't be looked up at the moment is accepted, because
 * each attempt looks it up again.
 */
export async function receiverProblem(
  url: string,
  settings: ReceiverProblemSettings,
): Promise<string | null> {
  const exceptions = new ReceiverExceptions(settings.exceptions)
  const problem = receiverUrlProblem(url, exceptions)
  if (problem !== null) return problem
  const { host, hostname, port } = new URL(url)
  if (exceptions.hasHost(host) || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return null
  if (settings.proxy !== undefined) return null
  try {
    await guardedAddressesOf(
      hostname,
      address => exceptions.addressProblem(address, Number(port || 443)),
      new NameLookup(settings.nameServers),
    )
    return null
  } catch (error) {
    if (!(error instanceof DeliveryProblem)) throw error
    return error.cause.code === 'name-not-looked-up' ? null : error.message
  }
}
