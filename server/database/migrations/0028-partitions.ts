import { type Kysely, sql } from 'kysely'

/*
 * Deliveries and their attempts are partitioned by ranges of the delivery's id (docs/decisions/0060).
 * The existing tables become the first partitions, for all ids, so nothing is scanned and nothing is
 * built. The nightly job makes the next ones.
 *
 * The tables keep their names, so the statements of the previous version work. A partition keeps its own
 * foreign keys and its own `unique (call_id, event)`: a partitioned table can't have that one, and
 * foreign keys of its own would lock tracked_call and tracking_number as well.
 */
const STATEMENTS = [
  // In the order in which the statements of attempts lock them.
  'lock table delivery, delivery_attempt in access exclusive mode',

  'alter table delivery rename to delivery_first',
  'alter table delivery_first rename constraint delivery_pkey to delivery_first_pkey',
  `alter table delivery_first
    rename constraint delivery_call_id_event_key to delivery_first_call_id_event_key`,
  `create table delivery (like delivery_first including defaults, primary key (id))
    partition by range (id)`,
  'alter table delivery attach partition delivery_first for values from (minvalue) to (maxvalue)',

  'alter table delivery_attempt rename to delivery_attempt_first',
  `alter table delivery_attempt_first
    rename constraint delivery_attempt_pkey to delivery_attempt_first_pkey`,
  `create table delivery_attempt (
    like delivery_attempt_first including defaults, primary key (delivery_id, number)
  ) partition by range (delivery_id)`,
  `alter table delivery_attempt attach partition delivery_attempt_first
    for values from (minvalue) to (maxvalue)`,
]

/**
 * Versions before 0026 add deliveries with `on conflict (call_id, event)`, for which a partitioned table
 * has no constraint. So their processes need time to be replaced.
 */
export const waitsFor = { migration: '0026-retention', days: 7 }

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
