/** A setting of this process that differs from what the database was used with last. */
export type Difference = { name: string; here: string; used: string }

/** The settings to compare with those of other processes, by a query of the database. */
type Compared = { differences(): Promise<Difference[]> }

/** Whether this process should be sent requests. */
export class Readiness {
  readonly #used: Compared
  readonly #answersWithinMs: number
  #differences: Difference[] = []
  #stopping = false
  /** One query at a time: repeated ones to a hanging database would use up its connections. */
  #query: Promise<void> | null = null

  /** @param answersWithinMs how long the database may take to answer */
  constructor(used: Compared, answersWithinMs = 2_000) {
    this.#used = used
    this.#answersWithinMs = answersWithinMs
  }

  /** From now on the process isn't ready, although it still answers. */
  stop(): void {
    this.#stopping = true
  }

  /** The reason why it isn't ready, as a sentence; null if it is. */
  async problem(): Promise<string | null> {
    if (this.#stopping) return 'Redial is stopping.'
    this.#query ??= this.#ask().finally(() => {
      this.#query = null
    })
    try {
      await within(this.#answersWithinMs, this.#query)
      return null
    } catch {
      return 'The database does not answer.'
    }
  }

  /** Warnings from the last check that don't affect readiness, as sentences. */
  notes(): string[] {
    return this.#differences.map(
      ({ name, here, used }) =>
        `${name} is ${here} in this process, and the process that started last has ${used}.`,
    )
  }

  async #ask(): Promise<void> {
    this.#differences = await this.#used.differences()
  }
}

/**
 * Rejects if `promise` takes longer. Its work continues, and the result is ignored.
 *
 * @param ms at most
 */
export async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
