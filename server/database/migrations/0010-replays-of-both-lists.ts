import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  // A run of both lists has no list of its own. Each item has one, and both lists may use the same ids.
  'alter table replay_run alter column list drop not null',
  'create unique index replay_item_once_in_run on replay_item (run_id, event_id, list)',
  'drop index replay_item_in_run',
  // Nothing uses the rest any more.
  'drop index replay_item_of_receiver',
  `alter table replay_run
    drop column task_pass, drop column task_item, drop column task_reason, drop column copy_of`,
]

export const does =
  'Lets a replay have events of both lists, and removes columns and an index that nothing uses.'

export const stopsAll = ['replay_item', 'replay_run']
export const takesAsLongAs = 'replay_item'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
