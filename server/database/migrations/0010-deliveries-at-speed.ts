import { type Kysely, sql } from 'kysely'

/*
 * `delivery_waiting` indexed the two columns that each attempt changes, so each attempt wrote to
 * every index of the table. Without it, and with room in each page, an update stays in its page
 * (HOT). The previous version reads the backlog without it, more slowly.
 *
 * `partner_id` is needed for a later partitioning, in addition to the month of `created_at`. The
 * previous version leaves it null.
 */
const STATEMENTS = [
  'drop index if exists delivery_waiting',
  'alter table delivery set (fillfactor = 70)',
  'alter table delivery add column partner_id bigint',
  'alter table delivery add column created_at timestamptz not null default now()',
  'alter table delivery_attempt drop constraint delivery_attempt_delivery_id_fkey',
  `create table worker_process (
    id uuid primary key,
    alive_until timestamptz not null,
    late jsonb not null default '[]'
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
