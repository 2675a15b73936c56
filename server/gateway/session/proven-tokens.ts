import { createHash } from 'node:crypto'
import type { Clock } from '../../config/timings.ts'
import { HttpError } from '../../http/http-error.ts'

/**
 * Asks the service whether it accepts an Authorization header.
 *
 * @returns the name of the token's account in our tables
 * @throws HttpError 401 if it does not; 429, 502 or 504 if it can't say
 */
export type AskService = (authorization: string) => Promise<string>

/** How long the service's acceptance of a token is valid. */
export const PROOF_HOLDS_MS = 60_000
const KNOWN_FOR_MS = 24 * 60 * 60_000

/** More than the people who work at the same time. The oldest proof makes room. */
const MAX_PROOFS = 10_000

/**
 * The tokens that the service accepted within the last minute, by a hash: the tokens are not stored.
 */
export class ProvenTokens {
  readonly #ask: AskService
  readonly #clock: Pick<Clock, 'now'>
  /** Oldest first. */
  readonly #proofs = new Map<string, { account: string; at: number }>()
  readonly #underWay = new Map<string, Promise<string>>()

  constructor(ask: AskService, clock: Pick<Clock, 'now'>) {
    this.#ask = ask
    this.#clock = clock
  }

  /** The account of a token that was accepted within the last minute; null for any other. */
  accountOf(authorization: string): string | null {
    const proof = this.#proofs.get(hash(authorization))
    if (proof === undefined || this.#clock.now() - proof.at >= PROOF_HOLDS_MS) return null
    return proof.account
  }

  /**
   * Whether the service accepted this token within the last day and has not refused it since. A client
   * with such a token does not guess.
   */
  wasProven(authorization: string): boolean {
    const proof = this.#proofs.get(hash(authorization))
    return proof !== undefined && this.#clock.now() - proof.at < KNOWN_FOR_MS
  }

  /** The service has refused it. */
  forget(authorization: string): void {
    this.#proofs.delete(hash(authorization))
  }

  /** Whether the service is being asked about this token. */
  isAsked(authorization: string): boolean {
    return this.#underWay.has(hash(authorization))
  }

  /** Asks the service, whatever it said before. Simultaneous calls share one request. */
  prove(authorization: string): Promise<string> {
    const key = hash(authorization)
    const asked = this.#underWay.get(key) ?? this.#askAndKeep(key, authorization)
    this.#underWay.set(key, asked)
    return asked
  }

  async #askAndKeep(key: string, authorization: string): Promise<string> {
    try {
      const account = await this.#ask(authorization)
      this.#proofs.delete(key)
      this.#proofs.set(key, { account, at: this.#clock.now() })
      const [oldest] = this.#proofs.keys()
      if (this.#proofs.size > MAX_PROOFS && oldest !== undefined) this.#proofs.delete(oldest)
      return account
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) this.#proofs.delete(key)
      throw error
    } finally {
      this.#underWay.delete(key)
    }
  }
}

function hash(authorization: string): string {
  return createHash('sha256').update(authorization).digest('base64')
}
