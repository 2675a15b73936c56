import { type Kysely, sql } from 'kysely'

/*
 * The size of a replay run that nobody has started, and when somebody last viewed it. The previous
 * version leaves both unset when it adds a run, so such a run counts as small and new.
 */
const STATEMENTS = [
  `alter table replay_run
    add column stored_bytes bigint not null default 0,
    add column looked_at timestamptz not null default now()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
