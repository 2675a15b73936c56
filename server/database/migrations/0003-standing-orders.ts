import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `create table standing_order (
    run_id uuid not null references replay_run on delete cascade,
    receiver_name text not null,
    who text,
    made_at timestamptz not null default now(),
    ends_at timestamptz not null,
    trials integer not null default 0,
    last_trial jsonb,
    ended text,
    problem text,
    sealed bytea,
    made_by text,
    events_left integer,
    next_read_at timestamptz,
    next_run uuid,
    primary key (run_id, receiver_name)
  )`,
  'create index standing_order_active on standing_order (ends_at) where ended is null',
  'create index standing_order_with_token on standing_order (next_read_at) where sealed is not null',
  'alter table replay_run add include_failed_often boolean',
  'alter table replay_item add trials smallint not null default 0',
  'alter table replay_receiver add returned_items integer not null default 0',
]

export const does =
  'Adds standing orders, which are replays that wait until a receiver recovers, and leaves out events that fail again and again.'

export const stopsAll = ['replay_item', 'replay_receiver', 'replay_run']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
