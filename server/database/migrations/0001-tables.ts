import { type Kysely, sql } from 'kysely'
import { GATEWAY_TABLES } from './0001-gateway-tables.ts'

const SERVICE = [
  `create table partner (
    id bigint generated always as identity primary key,
    reference text not null unique,
    name text not null,
    removed_at timestamptz
  )`,
  `create table api_token (
    id bigint generated always as identity primary key,
    partner_id bigint not null references partner,
    label text not null,
    token_hash text not null unique,
    blocklist_permission boolean not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    expires_at timestamptz
  )`,
  `create table company (
    id bigint generated always as identity primary key,
    partner_id bigint not null references partner,
    reference text not null,
    name text not null,
    unique (partner_id, reference)
  )`,
  `create table company_group (
    id bigint generated always as identity primary key,
    partner_id bigint not null references partner,
    reference text not null,
    name text not null,
    unique (partner_id, reference)
  )`,
  `create table company_group_member (
    group_id bigint not null references company_group,
    company_id bigint not null references company,
    primary key (company_id, group_id)
  )`,
  `create table contact (
    id bigint generated always as identity primary key,
    partner_id bigint not null references partner,
    company_id bigint not null references company,
    reference text not null,
    name text not null,
    unique (partner_id, reference)
  )`,
  // A removed number or partner stays as a row, because calls, deliveries and failed events refer to it
  // (docs/decisions/0014). gen_random_uuid is random enough for a key: two of them have 244 bits.
  `create table tracking_number (
    id bigint generated always as identity primary key,
    partner_id bigint not null references partner,
    company_id bigint references company,
    phone_number text not null unique,
    call_term_callbacks text,
    mcs_call_term_callbacks text,
    ai_enabled boolean not null default false,
    missed_call_saver boolean not null default false,
    secret text not null default 'whsec_' ||
      encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'base64'),
    previous_secret text,
    previous_secret_until timestamptz,
    removed_at timestamptz,
    former_number text
  )`,
  `create index tracking_number_removed on tracking_number (former_number)
    where former_number is not null`,
  `create table available_source (
    id bigint generated always as identity primary key,
    partner_id bigint not null references partner,
    name text not null,
    unique (partner_id, name)
  )`,
  `create table tn_prefix (
    prefix text primary key,
    name text not null
  )`,

  `create table blocklist (
    id bigint generated always as identity primary key,
    partner_id bigint not null references partner,
    company_id bigint references company,
    group_id bigint references company_group,
    check (company_id is null or group_id is null),
    unique nulls not distinct (partner_id, company_id, group_id)
  )`,
  `create table blocked_number (
    blocklist_id bigint not null references blocklist,
    phone_number text not null,
    blocked_at timestamptz not null default now(),
    primary key (blocklist_id, phone_number)
  )`,
  `create table refused_check (
    blocklist_id bigint not null references blocklist on delete cascade,
    phone_number text not null,
    day date not null,
    count integer not null,
    last_at timestamptz not null,
    primary key (blocklist_id, phone_number, day)
  )`,
  // The caller check's query as a function: PostgreSQL plans a function's query once per connection,
  // also behind a connection pooler (docs/decisions/0014). A plan that was made while the lists were
  // short would scan them after an import, until the tables are analysed. So the function always uses
  // the indexes.
  `create function lists_with_caller(tracking_number_called text, caller text) returns json
  language plpgsql stable set enable_seqscan = off as $$
  begin
    return (
      select to_json(array(
        select list.id from (
          select id from blocklist
          where partner_id = number.partner_id
            and company_id = number.company_id and group_id is null
          union all
          select id from blocklist
          where partner_id = number.partner_id and company_id is null and group_id = any (array(
            select group_id from company_group_member where company_id = number.company_id
          ))
          union all
          select id from blocklist
          where partner_id = number.partner_id and company_id is null and group_id is null
        ) as list
        where exists (
          select from blocked_number
          where blocklist_id = list.id and phone_number = caller
        )
      ))
      from tracking_number as number
      where phone_number = tracking_number_called
    );
  end
  $$`,

  `create table failed_event_day (
    partner_id bigint not null references partner,
    list text not null,
    day date not null,
    count integer not null,
    primary key (partner_id, list, day)
  )`,
  `create table failed_event (
    id bigint generated by default as identity primary key,
    partner_id bigint not null references partner,
    list text not null,
    day date not null,
    position integer not null,
    item text not null,
    unique (partner_id, list, day, position)
  )`,
  `create table tracked_call (
    id bigint primary key,
    tracking_number_id bigint not null references tracking_number,
    ended_at timestamptz not null,
    analysed_at timestamptz,
    report_digest bytea,
    analysis_digest bytea
  )`,
  'create index tracked_call_by_end on tracked_call (ended_at, id)',
]

/*
 * A delivery keeps the id of its event: the webhook-id of each attempt, the id of the failed event that it
 * may become, and the webhook-id of its replays. So both tables share one sequence.
 *
 * Each attempt updates its delivery, so no index includes the columns that it changes, and each page has
 * room for new versions of its rows (HOT).
 */
const DELIVERIES = [
  `create table delivery (
    id bigint primary key default nextval(pg_get_serial_sequence('failed_event', 'id')),
    call_id bigint not null references tracked_call,
    tracking_number_id bigint not null references tracking_number,
    partner_id bigint not null,
    event text not null,
    callback_url text not null,
    payload text not null,
    state text not null default 'waiting',
    attempts integer not null default 0,
    created_at timestamptz not null default now(),
    next_attempt_at timestamptz not null,
    settled_at timestamptz,
    unique (call_id, event)
  ) with (fillfactor = 70)`,
  `create table delivery_attempt (
    delivery_id bigint not null,
    number integer not null,
    at timestamptz not null,
    status integer,
    error text,
    cause jsonb,
    duration_ms integer not null,
    primary key (delivery_id, number)
  )`,
  `create table worker_process (
    id uuid primary key,
    alive_until timestamptz not null,
    late jsonb not null default '[]'
  )`,
]

export const does = 'Creates the tables.'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...SERVICE, ...DELIVERIES, ...GATEWAY_TABLES]) {
    await sql.raw(statement).execute(db)
  }
}
