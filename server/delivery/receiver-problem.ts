import { isIP } from 'node:net'
import { DeliveryProblem, LookupFailure } from './cause.ts'
import { publicAddressesOf } from './name-lookup.ts'
import { isExcepted, receiverUrlProblem } from './receiver-url.ts'

type ReceiverProblemSettings = {
  /** `host:port` pairs that the address guard lets through. */
  exceptions: readonly string[]
  /** `address:port` of the name servers to ask; default: the system's. Only tests have their own. */
  nameServers?: string[]
}

/**
 * Why `url` can't be a receiver's, its name looked up as well; null where nothing speaks against
 * it. Asked when a URL is saved; no connection is made. A name that can't be looked up just now is
 * let through: each attempt looks again.
 */
export async function receiverProblem(
  url: string,
  { exceptions, nameServers }: ReceiverProblemSettings,
): Promise<string | null> {
  const problem = receiverUrlProblem(url, exceptions)
  if (problem !== null) return problem
  const { host, hostname } = new URL(url)
  if (isExcepted(host, exceptions) || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return null
  try {
    await publicAddressesOf(hostname, { nameServers })
    return null
  } catch (error) {
    if (error instanceof LookupFailure) return null
    if (error instanceof DeliveryProblem) return error.message
    throw error
  }
}
