import { type Kysely, sql } from 'kysely'

/*
 * Digests show whether a report is the same as the one before it. They are null for calls that were
 * reported earlier, and for those that a process of the previous version adds during an update.
 */
const STATEMENT = `alter table tracked_call
  add column report_digest bytea,
  add column analysis_digest bytea`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENT).execute(db)
}
