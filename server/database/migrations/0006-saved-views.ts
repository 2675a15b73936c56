import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `create table saved_view (
    id uuid primary key default gen_random_uuid(),
    service text not null,
    account text not null,
    owner text,
    name text not null,
    list text not null,
    days jsonb not null,
    query text not null,
    layout jsonb,
    version integer not null default 1,
    who text,
    changed_at timestamptz not null default now()
  )`,
  `create unique index saved_view_name on saved_view (service, account, owner, lower(name))
    nulls not distinct`,
  `create table saved_view_default (
    service text not null,
    account text not null,
    person text not null,
    list text not null,
    view_id uuid not null,
    primary key (service, account, person, list)
  )`,
]

export const does = 'Adds saved views, which people keep for themselves or for the account.'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
