import { type Kysely, sql } from 'kysely'

/*
 * `delivery_waiting` held the two columns that each attempt changes, so that each attempt wrote to
 * every index of the table. Without it, and with room in each page, an update stays in its page
 * (HOT). The version before reads the backlog without it, more slowly.
 *
 * `partner_id` is what a later partitioning needs, beside the month of `created_at`. The version
 * before leaves it null.
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
