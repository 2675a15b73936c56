import { type Kysely, sql } from 'kysely'

/** Failed events that a person has marked as dealt with in another way than by a replay. */
const TABLE = `create table handled_event (
  service text not null,
  account text not null,
  list text not null,
  event_id text not null,
  who text,
  at timestamptz not null default now(),
  primary key (service, account, list, event_id)
)`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLE).execute(db)
}
