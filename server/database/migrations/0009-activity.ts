import { type Kysely, sql } from 'kysely'

/*
 * The activity log. The previous version neither writes nor reads it, so what people do there during
 * an update isn't recorded.
 */
const STATEMENTS = [
  `create table activity (
    id bigint generated always as identity primary key,
    at timestamptz(3) not null default clock_timestamp(),
    service text not null,
    account text not null,
    who text,
    by text not null,
    address text,
    kind text not null,
    outcome text not null,
    status integer,
    reason text,
    details jsonb not null,
    numbers text[]
  )`,
  'create index activity_of_account on activity (service, account, at desc, id desc)',
  'create index activity_of_person on activity (service, account, who, at desc, id desc)',
  'create index activity_of_kind on activity (service, account, kind, at desc, id desc)',
  // Old entries of all accounts are deleted.
  'create index activity_by_time on activity (at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
