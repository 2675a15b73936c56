import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `create table follow_up (
    id bigint generated always as identity primary key,
    service text not null,
    account text not null,
    kind text not null,
    value text not null,
    owner text,
    state text not null default 'open',
    done_at timestamptz,
    ticket_url text,
    version integer not null default 0,
    changed_by text,
    changed_at timestamptz,
    unique (service, account, kind, value)
  )`,
  `create table follow_up_note (
    id bigint generated always as identity primary key,
    follow_up_id bigint not null references follow_up on delete cascade,
    at timestamptz not null default clock_timestamp(),
    who text,
    what text not null,
    text text
  )`,
  'create index follow_up_note_newest on follow_up_note (follow_up_id, id desc)',
]

export const does = 'Adds follow-ups of receivers and companies, with their notes.'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
