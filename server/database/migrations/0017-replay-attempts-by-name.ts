import { type Kysely, sql } from 'kysely'

/** Attempts are found by the name of their receiver (0006). An index by its host made each one dearer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists replay_attempt_of_receiver`.execute(db)
}
