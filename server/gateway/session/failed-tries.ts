import { LRUCache } from 'lru-cache'
import { formatSeconds } from '../../../contract/text/count.ts'
import type { Clock } from '../../config/timings.ts'
import { clientOf } from '../../http/client-address.ts'
import { detailError } from '../../http/http-error.ts'

export const FREE_TRIES = 10

/**
 * The same for tokens in requests to the interface of our own service, where a wrong one costs a
 * database query. The interface has a 401 for each of them, and a token has 160 random bits.
 */
export const FREE_TRIES_OF_OWN_SERVICE = 300
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000
/** After this long without a wrong one, a client starts from zero. */
const FORGOTTEN_AFTER_MS = 15 * 60_000
/** If there are too many clients, the one that tried longest ago is dropped. */
const MAX_CLIENTS = 50_000

type Tries = { failures: number; underWay: number; waitsUntil: number }

/**
 * Slows down clients that guess tokens and keys: after some wrong ones a client waits a second before
 * the next attempt, then two, four, and so on up to a minute. A client with a session, or with a
 * token that the service accepted within the last day, is not slowed down.
 */
export class FailedTries {
  readonly #clock: Pick<Clock, 'now'>
  readonly #clients: LRUCache<string, Tries>
  readonly #freeTries: number

  constructor(clock: Pick<Clock, 'now'>, freeTries = FREE_TRIES) {
    this.#clock = clock
    this.#freeTries = freeTries
    this.#clients = new LRUCache({
      max: MAX_CLIENTS,
      ttl: FORGOTTEN_AFTER_MS,
      ttlResolution: 0,
      perf: clock,
    })
  }

  /**
   * Makes an attempt, unless the client has to wait. Attempts in progress count as wrong until they end:
   * otherwise a client could make any number of them at once.
   *
   * @param address the client's IP address
   * @param isFailure whether an error of `attempt` means a wrong token or key
   * @throws HttpError 429; and whatever `attempt` throws
   */
  async attempt<Result>(
    address: string,
    attempt: () => Promise<Result>,
    isFailure: (error: unknown) => boolean,
  ): Promise<Result> {
    const client = clientOf(address)
    const tries = this.#clients.get(client) ?? { failures: 0, underWay: 0, waitsUntil: 0 }
    const now = this.#clock.now()
    const waitMs = Math.max(
      tries.waitsUntil - now,
      tries.underWay > 0 && tries.failures + tries.underWay >= this.#freeTries ? FIRST_WAIT_MS : 0,
    )
    if (waitMs > 0) throw tooMany(waitMs)
    tries.underWay++
    this.#clients.set(client, tries, { noUpdateTTL: true })
    try {
      return await attempt()
    } catch (error) {
      if (isFailure(error)) this.#fail(client, tries)
      throw error
    } finally {
      tries.underWay--
      if (tries.underWay === 0 && tries.failures === 0) this.#clients.delete(client)
    }
  }

  #fail(client: string, tries: Tries): void {
    const now = this.#clock.now()
    tries.failures++
    const beyond = tries.failures - this.#freeTries
    if (beyond >= 0) {
      tries.waitsUntil = now + Math.min(FIRST_WAIT_MS * 2 ** beyond, MAX_WAIT_MS)
    }
    this.#clients.set(client, tries)
  }
}

function tooMany(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1_000)
  return detailError(
    429,
    `Too many wrong tokens came from your address. Try again in ${formatSeconds(seconds)}.`,
    { 'retry-after': String(seconds) },
  )
}
