import { Kysely, sql } from 'kysely'
import { MIGRATION_LIMITS } from './database-limits.ts'
import { LimitedDialect } from './limited-dialect.ts'

/**
 * Makes an index while others write to the table, which may take minutes. A migration could not: it
 * is one transaction.
 *
 * @param index `on` is a table with the columns, as SQL; nothing from outside
 */
export async function ensureIndex(
  url: string,
  { name, on }: { name: string; on: string },
): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new LimitedDialect(url, MIGRATION_LIMITS) })
  try {
    const { rows } = await sql<{ isValid: boolean }>`
      select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})
    `.execute(db)
    const [found] = rows
    if (found?.isValid) return
    // What an interrupted attempt has left is of no use.
    if (found) await sql.raw(`drop index concurrently ${name}`).execute(db)
    await sql.raw(`create index concurrently ${name} on ${on}`).execute(db)
  } finally {
    await db.destroy()
  }
}
