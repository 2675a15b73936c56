import { type Kysely, sql } from 'kysely'

/** The company of each event of a run, to sort by it. null for items that an earlier version added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replay_item add column company text`.execute(db)
}
