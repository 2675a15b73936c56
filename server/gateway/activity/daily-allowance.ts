const DAY_MS = 24 * 60 * 60 * 1_000

/** Limits how much each account may store in a day, in this process. */
export class DailyAllowance {
  readonly #perDay: number
  readonly #now: () => number
  #taken = new Map<string, number>()
  #begunAt: number

  /** @param now milliseconds; only tests pass their own */
  constructor(perDay: number, now: () => number = Date.now) {
    this.#perDay = perDay
    this.#now = now
    this.#begunAt = now()
  }

  /**
   * Takes `amount` of the account's allowance for today. Returns false and takes nothing if less is
   * left.
   */
  take(account: string, amount: number): boolean {
    if (this.#now() - this.#begunAt >= DAY_MS) {
      this.#taken = new Map()
      this.#begunAt = this.#now()
    }
    const taken = (this.#taken.get(account) ?? 0) + amount
    if (taken > this.#perDay) return false
    this.#taken.set(account, taken)
    return true
  }
}
