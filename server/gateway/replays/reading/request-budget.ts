/** Thrown instead of a request that would be one too many. */
export class BudgetSpent extends Error {}

/** Enough for 500,000 events on pages of 100, read twice. */
const MOST = 10_000

/** For a few named events; each more adds some, as it may be on any page. */
const FOR_NAMED = 200
const FOR_EACH_NAMED = 10

/** How many requests one action may send to the service, whatever that answers. */
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

  /** Whether there was a request too many. */
  get isSpent(): boolean {
    return this.#isSpent
  }

  /** To be called before each request. @throws BudgetSpent */
  spend(): void {
    if (this.#sent === this.most) {
      this.#isSpent = true
      throw new BudgetSpent(`after ${this.most} requests`)
    }
    this.#sent++
  }
}

/** Ends where the budget does, as if there was nothing more. */
export async function* untilSpent<Part>(parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error
  }
}
