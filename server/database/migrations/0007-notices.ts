import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `create table notice_watch (
    id integer generated always as identity primary key,
    service text not null,
    account text not null,
    who text,
    made_by text not null,
    sealed bytea,
    started_at timestamptz not null,
    visited_at timestamptz not null,
    looked_at timestamptz,
    next_look_at timestamptz not null,
    looks integer not null default 0,
    state jsonb not null default '{}',
    ended text,
    unique (service, account)
  )`,
  `create table notice (
    id bigint generated always as identity primary key,
    service text not null,
    account text not null,
    key text not null,
    at timestamptz not null,
    kind text not null,
    receiver text,
    company text,
    facts jsonb not null,
    unique (service, account, key)
  )`,
  'create index notice_of_account on notice (service, account, id)',
  `create table notice_recipient (
    id uuid primary key default gen_random_uuid(),
    service text not null,
    account text not null,
    made_by text not null,
    who text not null,
    company text,
    email text,
    webhook bytea,
    webhook_host text,
    origin text not null,
    topics jsonb not null,
    schedule text not null,
    daily_at text not null,
    quiet jsonb,
    snoozed jsonb not null,
    confirmed_at timestamptz,
    unsubscribed_at timestamptz,
    told_until bigint not null,
    digest_on date,
    seen_until bigint not null default 0,
    visited_at timestamptz not null
  )`,
  `create unique index notice_recipient_person on notice_recipient (service, account, made_by, who)
    where company is null`,
  `create unique index notice_recipient_company on notice_recipient (service, account, company)
    where company is not null`,
  `create table notice_message (
    id uuid primary key default gen_random_uuid(),
    recipient_id uuid not null references notice_recipient on delete cascade,
    channel text not null,
    subject text not null,
    content jsonb not null,
    state text not null default 'waiting',
    attempts integer not null default 0,
    at timestamptz not null,
    next_at timestamptz,
    error text
  )`,
  'create index notice_message_of_recipient on notice_message (recipient_id, at)',
  "create index notice_message_open on notice_message (next_at) where state in ('waiting', 'sending')",
  `create table receiver_certificate (
    receiver text primary key,
    checked_at timestamptz not null,
    valid_until timestamptz
  )`,
]

export const does =
  'Adds notices, which tell people that receivers fail or recover, with the choices of each person and an outbox.'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
