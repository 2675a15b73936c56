const DAY_MS = 24 * 60 * 60 * 1_000

/** How much of something each account may have kept in a day, by this process. */
export class DailyAllowance {
  readonly #perDay: number
  readonly #now: () => number
  #taken = new Map<string, number>()
  #begunAt: number

  /** @param now milliseconds; only tests have their own */
  constructor(perDay: number, now: () => number = Date.now) {
    this.#perDay = perDay
    this.#now = now
    this.#begunAt = now()
  }

  /** Takes so much of what the account has left today; false, and takes nothing, where it has less. */
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
