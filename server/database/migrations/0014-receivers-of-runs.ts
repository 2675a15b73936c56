import { type Kysely, sql } from 'kysely'

/** For the names of a run's receivers, without reading its items and their payloads. */
const INDEX = 'create index replay_item_of_receiver on replay_item (run_id, receiver_name)'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(INDEX).execute(db)
}
