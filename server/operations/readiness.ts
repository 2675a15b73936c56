import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Whether this process should be sent requests. */
export class Readiness {
  readonly #db: Kysely<Schema>
  readonly #answersWithinMs: number
  #stopping = false
  /** One question at a time: those to a database that hangs would take up its connections. */
  #asked: Promise<unknown> | null = null

  /** @param answersWithinMs how long the database may take to answer */
  constructor(db: Kysely<Schema>, { answersWithinMs = 2_000 } = {}) {
    this.#db = db
    this.#answersWithinMs = answersWithinMs
  }

  /** From now on the process isn't ready, while it still answers. */
  stop(): void {
    this.#stopping = true
  }

  /** Why it isn't ready, in a sentence; null when it is. */
  async problem(): Promise<string | null> {
    if (this.#stopping) return 'Redial is stopping.'
    this.#asked ??= sql`select 1`.execute(this.#db).finally(() => {
      this.#asked = null
    })
    try {
      await within(this.#answersWithinMs, this.#asked)
      return null
    } catch {
      return 'The database does not answer.'
    }
  }
}

/**
 * Rejects when `promise` takes longer; what it was doing goes on unheard.
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
