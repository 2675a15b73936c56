import { type Kysely, sql } from 'kysely'

/**
 * The account of each session. For some versions, `0007-sessions` made the table without it, so their
 * sessions end, and people sign in again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column if not exists account text`.execute(db)
  await sql`delete from session where account is null`.execute(db)
  await sql`alter table session alter column account set not null`.execute(db)
}
