import { type Kysely, sql } from 'kysely'

/*
 * Sessions move from an encrypted cookie into the database, so that they can be ended. The previous
 * version still uses its own cookie, which has another name, and never reads these tables.
 */

const TABLES = [
  `create table session (
    id uuid primary key default gen_random_uuid(),
    cookie_hash bytea not null unique,
    service text not null,
    account text not null,
    made_by text not null,
    sealed bytea not null,
    name text,
    browser text not null,
    started_at timestamptz not null default now(),
    last_used_at timestamptz not null default now()
  )`,
  'create index session_of_token on session (service, made_by, last_used_at desc)',
  'create index session_by_use on session (last_used_at)',
  `create table sign_in_code (
    code_hash bytea primary key,
    service text not null,
    sealed bytea not null,
    expires_at timestamptz not null
  )`,
  `create table account_key (
    id smallint primary key default 1 check (id = 1),
    sealed bytea not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES) await sql.raw(statement).execute(db)
}
