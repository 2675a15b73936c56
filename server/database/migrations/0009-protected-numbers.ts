import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `create table protected_number (
    service text not null,
    account text not null,
    phone_number text not null,
    label text not null,
    who text,
    added_at timestamptz not null default now(),
    primary key (account, service, phone_number)
  )`,
  `create table refused_check (
    blocklist_id bigint not null references blocklist on delete cascade,
    phone_number text not null,
    day date not null,
    count integer not null,
    last_at timestamptz not null,
    primary key (blocklist_id, phone_number, day)
  )`,
]

export const does =
  'Adds numbers that are not to be blocked, and how many calls of each blocked number were refused.'

export const stopsWrites = ['blocklist']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
