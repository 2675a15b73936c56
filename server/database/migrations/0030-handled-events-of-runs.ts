import { type Kysely, sql } from 'kysely'

/**
 * Whether a run also sends events that are marked as handled. null for runs that are not started or
 * that the version before started: it knows no such choice. What it queues itself is not checked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replay_run add column include_handled boolean`.execute(db)
}
