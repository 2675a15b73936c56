import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `create table receiver_setting (
    service text not null,
    account text not null,
    tracking_number text not null,
    url text not null,
    who text,
    set_at timestamptz not null default now(),
    primary key (service, account, tracking_number)
  )`,
  // For the outcomes of one receiver, the newest first.
  `create index replay_item_of_receiver on replay_item (service, receiver, settled_at desc)
    where state in ('delivered', 'failed_again')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
