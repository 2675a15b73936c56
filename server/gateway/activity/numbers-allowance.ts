const DAY_MS = 24 * 60 * 60 * 1_000

/** So many phone numbers of one account are kept in a day, by each process. */
const NUMBERS_A_DAY = 1_000_000

/**
 * Keeps an account from filling the disk with the phone numbers of its blocklist changes: repeating
 * one request costs the service nothing. Beyond the allowance an entry has the count of its numbers
 * alone.
 */
export class NumbersAllowance {
  readonly #perDay: number
  readonly #now: () => number
  #taken = new Map<string, number>()
  #begunAt: number

  constructor(perDay = NUMBERS_A_DAY, now: () => number = Date.now) {
    this.#perDay = perDay
    this.#now = now
    this.#begunAt = now()
  }

  /** The numbers, where they are within what the account may still keep today; else null. */
  take(account: string, numbers: string[]): string[] | null {
    if (this.#now() - this.#begunAt >= DAY_MS) {
      this.#taken = new Map()
      this.#begunAt = this.#now()
    }
    const taken = (this.#taken.get(account) ?? 0) + numbers.length
    if (taken > this.#perDay) return null
    this.#taken.set(account, taken)
    return numbers
  }
}
