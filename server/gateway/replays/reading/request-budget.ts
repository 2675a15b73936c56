/** Thrown instead of sending a request beyond the limit. */
export class BudgetSpent extends Error {}

/** Enough for 500,000 events on pages of 100, read twice. */
const MOST = 10_000

/**
 * For named events: requests that find none of them. Each further event adds some, because it may be on
 * any page.
 */
const FRUITLESS = 200
const FRUITLESS_FOR_EACH = 10
const MOST_FRUITLESS = 500

/** Limits how many requests one action may send to the service, whatever the answers. */
export class RequestBudget {
  /** How many requests may still be sent. */
  #left: number
  #total = 0
  #isSpent = false

  constructor(most: number) {
    this.#left = most
  }

  /** For reading the events of a run. */
  static forRun(events: 'all' | readonly unknown[]): RequestBudget {
    if (events === 'all') return new RequestBudget(MOST)
    const fruitless = FRUITLESS + FRUITLESS_FOR_EACH * events.length
    return new RequestBudget(Math.min(MOST_FRUITLESS, fruitless))
  }

  /** Whether there was a request beyond the limit. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  /** Call this before each request. @throws BudgetSpent */
  spend(): void {
    if (this.#left === 0 || this.#total === MOST) {
      this.#isSpent = true
      throw new BudgetSpent(`after ${this.#total} requests`)
    }
    this.#left--
    this.#total++
  }

  /** A request has found a named event, so it doesn't count. */
  refund(): void {
    this.#left++
  }
}
