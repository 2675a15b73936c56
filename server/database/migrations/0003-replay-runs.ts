import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `alter table replay_run
    add column made_by text,
    add column from_date date,
    add column to_date date,
    add column asked_for text not null default 'named',
    add column state text not null default 'reading',
    add column problem text,
    add column started_at timestamptz,
    add column finished_at timestamptz,
    add column read_found integer not null default 0,
    add column read_of integer,
    add column lease_until timestamptz,
    add column open_items integer not null default 0,
    add column final_counts jsonb`,
  `alter table replay_item
    add column pass integer not null default 1,
    add column job_id uuid,
    add column receiver text`,

  `update replay_item set receiver = left(
    lower(coalesce(substring(receiver_url from '^[a-zA-Z]+://(?:[^/@]*@)?([^/?#]+)'), receiver_url)), 300)`,
  `update replay_item set reason = (
    select left(error, 500) from replay_attempt where item_id = replay_item.id order by id desc limit 1
  ) where state = 'failed_again'`,
  `update replay_run set
    made_by = account,
    from_date = created_at::date,
    to_date = created_at::date + 1,
    started_at = created_at,
    read_found = 1,
    read_of = 1,
    finished_at = (select max(settled_at) from replay_item where run_id = replay_run.id),
    state = case when exists (
      select from replay_item where run_id = replay_run.id and state in ('queued', 'sending')
    ) then 'running' else 'finished' end`,
  `update replay_run set finished_at = null, open_items = (
    select count(*) from replay_item where run_id = replay_run.id and state in ('queued', 'sending')
  ) where state = 'running'`,
  `update replay_run set final_counts = (
    select jsonb_object_agg(state, count) from (
      select state, count(*) from replay_item where run_id = replay_run.id group by state
    ) as counted
  ) where state = 'finished'`,
  `alter table replay_run
    alter column made_by set not null,
    alter column from_date set not null,
    alter column to_date set not null`,

  // An item changes its state three times, while its payload and everything that is indexed stays. So
  // the payload is stored separately, each page has room for new versions of its rows, and no index
  // includes the state. The lock under which runs are started ensures that an event is in flight once.
  'alter table replay_item alter column payload set storage external',
  'alter table replay_item set (toast_tuple_target = 128, fillfactor = 50)',
  'drop index replay_item_in_flight',

  'drop index replay_item_by_run',
  'create unique index replay_item_in_run on replay_item (run_id, event_id)',
  'create index replay_item_in_order on replay_item (run_id, pass desc, id)',
  'create index replay_run_of_account on replay_run (service, account, created_at desc)',
  "create index replay_run_reading on replay_run (lease_until) where state = 'reading'",
  'create index replay_run_never_started on replay_run (created_at) where started_at is null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
