import { detailError } from '../../http/http-error.ts'
import { RequestQueue } from '../../http/request-queue.ts'

/** How many requests of one account may wait. More are refused, because each takes memory. */
const MAX_WAITING = 500

/** Limits how many requests of one account are in flight. Accounts don't wait for one another. */
export class AccountQueues {
  readonly #maxInFlight: number
  readonly #queues = new Map<string, RequestQueue>()

  constructor(maxInFlight: number) {
    this.#maxInFlight = maxInFlight
  }

  /** How many requests of this account wait. */
  waiting(account: string): number {
    return this.#queues.get(account)?.waiting ?? 0
  }

  /**
   * Waits until a request of this account may begin.
   *
   * @returns a function to call when it has ended
   * @throws HttpError 429 if too many wait already; the signal's reason if it is aborted while it waits
   */
  async enter(account: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const queue = this.#queues.get(account) ?? new RequestQueue(this.#maxInFlight)
    if (queue.waiting >= MAX_WAITING) throw tooManyWaiting()
    this.#queues.set(account, queue)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = queue.enter(resolve)
    const end = () => {
      leave()
      // It may be called again after others have begun.
      if (queue.isIdle && this.#queues.get(account) === queue) this.#queues.delete(account)
    }
    const giveUp = () => {
      end()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp)
    await promise
    signal?.removeEventListener('abort', giveUp)
    return end
  }
}

function tooManyWaiting() {
  return detailError(
    429,
    `${MAX_WAITING} of your requests already wait. Try again when some of them are answered.`,
    { 'retry-after': '5' },
  )
}
