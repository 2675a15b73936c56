import { type Kysely, sql } from 'kysely'

/*
 * What a report said, as far as it takes to tell the same report from another one. Calls that were
 * reported before have none, nor have those that a process of the version before adds meanwhile.
 */
const STATEMENT = `alter table tracked_call
  add column report_digest bytea,
  add column analysis_digest bytea`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENT).execute(db)
}
