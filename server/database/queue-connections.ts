import type { Db } from 'pg-boss'
import type { QueryLimits } from './database-limits.ts'
import { LimitedPool } from './limited-pool.ts'

/**
 * The connections of the job queue. pg-boss could open its own pool, but that returns a connection whose
 * query took too long to the pool, and nobody could measure how long its queries wait.
 */
export class QueueConnections implements Db {
  readonly #pool: LimitedPool
  #statements: string[] = []
  #closing: Promise<void> | undefined

  constructor(url: string, limits: QueryLimits) {
    this.#pool = new LimitedPool(url, limits, async client => {
      for (const statement of this.#statements) await client.query(statement)
    })
  }

  async executeSql(text: string, values: unknown[] = []) {
    const client = await this.#pool.connect()
    try {
      const result = await client.query<unknown>(text, values)
      client.release()
      return result
    } catch (error) {
      // pg-boss sends whole transactions as one text, so the connection may be within one that failed.
      client.release(true)
      throw error
    }
  }

  /** Only the clock of tests sets some, before the first query. */
  async setSessionStatements(statements: string[]): Promise<void> {
    this.#statements = statements
  }

  close(): Promise<void> {
    this.#closing ??= this.#pool.end()
    return this.#closing
  }
}
