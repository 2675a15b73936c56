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
  // For the outcomes of one receiver, newest first.
  'alter table replay_attempt add column service text, add column receiver text',
  `update replay_attempt set service = item.service, receiver = item.receiver
    from replay_item item where item.id = item_id`,
  'alter table replay_attempt alter column service set not null',
  'create index replay_attempt_of_receiver on replay_attempt (service, receiver, at desc)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
