import { type Kysely, sql } from 'kysely'

/*
 * What is still to be done with a run's items after the run itself has changed (docs/decisions/0045).
 * The previous version knows no tasks and ignores these columns: it starts, pauses and cancels
 * runs in one transaction each.
 */
const STATEMENTS = [
  `alter table replay_run
    add column task text,
    add column task_pass integer,
    add column task_item bigint not null default 0,
    add column task_reason text,
    add column include_delivered boolean,
    add column copy_of uuid`,
  'create index replay_run_with_task on replay_run (id) where task is not null',

  // Cancelled runs with items that had no job: these were never subtracted from the open items.
  `update replay_run set open_items = (
    select count(*) from replay_item
    where run_id = replay_run.id and state in ('prepared', 'queued', 'sending')
  ) where state = 'cancelled' and finished_at is null`,
  `update replay_run set finished_at = now()
    where state = 'cancelled' and finished_at is null and open_items = 0`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
