import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'

export type LongStatements = {
  /** Whose statements may take minutes. */
  unlimited: Kysely<Schema>
  db: Kysely<Schema>
  signal: AbortSignal
}

/**
 * Executes a statement that may take minutes, and cancels it when Redial stops. It is found by its text,
 * because behind a pooler its connection is unknown.
 *
 * @param on the transaction that it belongs to. Default: none
 */
export async function runLong(
  { unlimited, db, signal }: LongStatements,
  statement: RawBuilder<unknown>,
  on: Kysely<Schema> = unlimited,
): Promise<void> {
  const { sql: text } = statement.compile(unlimited)
  const cancel = () =>
    void sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and query = ${text}
    `
      .execute(db)
      .catch(() => {})
  signal.throwIfAborted()
  signal.addEventListener('abort', cancel)
  await statement.execute(on).finally(() => signal.removeEventListener('abort', cancel))
}
