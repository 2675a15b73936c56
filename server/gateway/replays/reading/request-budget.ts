/** Thrown instead of sending a request beyond the limit. */
export class BudgetSpent extends Error {}

/** Enough for 500,000 events on pages of 100, read twice. */
const MOST = 10_000

/** For a few named events. Each further event adds some, because it may be on any page. */
const FOR_NAMED = 200
const FOR_EACH_NAMED = 10

/** Limits how many requests one action may send to the service, whatever the answers. */
export class RequestBudget {
  readonly most: number
  #sent = 0
  #isSpent = false

  constructor(most: number) {
    this.most = most
  }

  /** For reading the events of a run. */
  static forRun(events: 'all' | { id: string }[]): RequestBudget {
    if (events === 'all') return new RequestBudget(MOST)
    return new RequestBudget(Math.min(MOST, FOR_NAMED + FOR_EACH_NAMED * events.length))
  }

  /** Whether there was a request beyond the limit. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  /** Call this before each request. @throws BudgetSpent */
  spend(): void {
    if (this.#sent === this.most) {
      this.#isSpent = true
      throw new BudgetSpent(`after ${this.most} requests`)
    }
    this.#sent++
  }
}

/** Ends when the budget is spent, as if there were no more pages. */
export async function* untilSpent<Part>(parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error
  }
}
