import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  'alter table replay_run add name text, add reason text, add pace integer, add paced_until timestamptz',
  "create index replay_run_running on replay_run (id) where state = 'running'",
  // Each outcome changes its row, so no index contains a column that changes, and each page has room.
  `create table replay_receiver (
    run_id uuid not null references replay_run on delete cascade,
    receiver_name text not null,
    open_items integer not null,
    released_items integer not null,
    ramp jsonb not null,
    pause jsonb,
    wait_until timestamptz,
    stop_reason text,
    reached_at timestamptz not null default '-infinity',
    reached_pass integer not null default 0,
    reached_id bigint not null default 0,
    changed_at timestamptz not null default now(),
    primary key (run_id, receiver_name)
  ) with (fillfactor = 50)`,
  // The oldest events of a receiver come first. It contains replay_item_of_receiver, which a later migration drops.
  `create index replay_item_by_age on replay_item
    (run_id, receiver_name, (coalesce(failed_at, '-infinity')), pass, (-id))`,
]

export const does =
  'Adds names, reasons and a pace to replay runs, and how far each receiver of a run has come.'

export const stopsAll = ['replay_run']
export const stopsWrites = ['replay_item']
export const takesAsLongAs = 'replay_item'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
