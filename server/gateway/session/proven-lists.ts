import { LRUCache } from 'lru-cache'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type { Clock } from '../../config/timings.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Caller } from './caller.ts'
import { PROOF_HOLDS_MS, proveList } from './proven-tokens.ts'

/** Two lists of each token that may be proven. The proof that was used longest ago makes room. */
const MAX_PROOFS = 20_000

/** The lists that the service let a token read within the last minute. */
export class ProvenLists {
  readonly #upstream: Upstream
  readonly #clock: Pick<Clock, 'now'>
  readonly #proofs = new LRUCache<string, number>({ max: MAX_PROOFS })
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(upstream: Upstream, clock: Pick<Clock, 'now'>) {
    this.#upstream = upstream
    this.#clock = clock
  }

  /** The service has just answered a request with this token with a page of the list. */
  noteAccepted(tokenKey: string, list: FailedEventList): void {
    this.#proofs.set(keyOf(tokenKey, list), this.#clock.now())
  }

  isAccepted(tokenKey: string, list: FailedEventList): boolean {
    const at = this.#proofs.get(keyOf(tokenKey, list))
    return at !== undefined && this.#clock.now() - at < PROOF_HOLDS_MS
  }

  /**
   * Asks the service for the list, whatever it said before. Simultaneous calls share one request.
   *
   * @throws HttpError like `proveList`
   */
  prove(caller: Pick<Caller, 'tokenKey' | 'authorization'>, list: FailedEventList): Promise<void> {
    const key = keyOf(caller.tokenKey, list)
    const proof = this.#underWay.get(key) ?? this.#ask(caller, list)
    this.#underWay.set(key, proof)
    return proof.finally(() => this.#underWay.delete(key))
  }

  async #ask(
    { tokenKey, authorization }: Pick<Caller, 'tokenKey' | 'authorization'>,
    list: FailedEventList,
  ) {
    await proveList(this.#upstream, list, authorization)
    this.noteAccepted(tokenKey, list)
  }
}

function keyOf(tokenKey: string, list: FailedEventList): string {
  return `${list} ${tokenKey}`
}
