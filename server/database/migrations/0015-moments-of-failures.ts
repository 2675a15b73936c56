import { type Kysely, sql } from 'kysely'

/** When an event failed, to count events by day. null if the service doesn't report it. */
const COLUMNS = [
  'alter table replay_item add failed_at timestamptz',
  'alter table handled_event add failed_at timestamptz',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of COLUMNS) await sql.raw(statement).execute(db)
}
