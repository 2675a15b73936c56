import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** How many rows of a table PostgreSQL reads for some queries. */
export function rowsRead(
  db: Kysely<Schema>,
  table: keyof Schema,
  ask: (trx: Transaction<Schema>) => Promise<unknown>,
): Promise<number> {
  return db.transaction().execute(async trx => {
    // Includes what the connection has read before.
    const read = async () => {
      const { rows } = await sql<{ rows: number }>`
        select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = ${table}
      `.execute(trx)
      return rows[0]?.rows ?? 0
    }
    const before = await read()
    await ask(trx)
    return (await read()) - before
  })
}
