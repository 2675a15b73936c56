import { LRUCache } from 'lru-cache'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Clock } from '../../config/timings.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Caller } from './caller.ts'
import { PROOF_HOLDS_MS, proveList } from './proven-tokens.ts'

/** Two lists of each token that may be proven. The proof that was used longest ago makes room. */
const MAX_PROOFS = 20_000

type Proof = { caller: Pick<Caller, 'tokenKey' | 'authorization'>; list: FailedEventList }

/** The lists that the service let a token read within the last minute. */
export class ProvenLists {
  readonly #proofs: LRUCache<string, boolean, Proof>

  constructor(upstream: Upstream, clock: Pick<Clock, 'now'>) {
    this.#proofs = new LRUCache({
      max: MAX_PROOFS,
      ttl: PROOF_HOLDS_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now() },
      // A page may prove it in the meantime.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _before, { context: { caller, list } }) => {
        await proveList(upstream, list, caller.authorization)
        return true
      },
    })
  }

  /** The service has just answered a request with this token with a page of the list. */
  noteAccepted(tokenKey: string, list: FailedEventList): void {
    this.#proofs.set(keyOf(tokenKey, list), true)
  }

  isAccepted(tokenKey: string, list: FailedEventList): boolean {
    return this.#proofs.has(keyOf(tokenKey, list))
  }

  /**
   * Asks the service for the list, whatever it said before. Simultaneous calls share one request.
   *
   * @throws HttpError like `proveList`
   */
  async prove(caller: Proof['caller'], list: FailedEventList): Promise<void> {
    const options = { forceRefresh: true, context: { caller, list } }
    await this.#proofs.fetch(keyOf(caller.tokenKey, list), options)
  }
}

function keyOf(tokenKey: string, list: FailedEventList): string {
  return `${list} ${tokenKey}`
}
