import { type Kysely, sql } from 'kysely'
import { failureSummary, type Outcome } from '../../../contract/event/failure-cause.ts'

const TABLES = [
  // One row for each list of an account whose events the gateway has read.
  `create table event_mirror (
    id integer generated always as identity primary key,
    service text not null,
    account text not null,
    list text not null,
    version bigint not null default 0,
    fields_set_at timestamptz,
    refusal smallint,
    refused_at timestamptz,
    lease_until timestamptz,
    lease_by uuid,
    unique (service, account, list)
  )`,
  `create table event_mirror_day (
    mirror_id integer not null references event_mirror on delete cascade,
    day date not null,
    complete_at timestamptz,
    is_final boolean not null default false,
    opened_at timestamptz not null default now(),
    primary key (mirror_id, day)
  )`,
  `create table event_reading (
    mirror_id integer not null references event_mirror on delete cascade,
    from_date date not null,
    to_date date not null,
    count integer,
    walk jsonb,
    is_by_day boolean not null default false,
    again_at timestamptz,
    wait_until timestamptz,
    is_stopped boolean not null default false,
    problem jsonb,
    asked_at timestamptz not null default now(),
    opened_at timestamptz not null default now(),
    primary key (mirror_id, from_date, to_date)
  )`,
  'create index event_mirror_day_by_opening on event_mirror_day (opened_at)',
  `create table listed_event (
    mirror_id integer not null references event_mirror on delete cascade,
    event_id text not null,
    ordinal integer not null default 1,
    day date not null,
    position bigint not null,
    page integer not null,
    cursor text,
    walk_from date not null,
    walk_to date not null,
    digest text not null,
    event text,
    kind text not null,
    callback_url text,
    receiver text not null,
    receiver_key text not null,
    failed_at timestamptz,
    at timestamptz,
    attempt_count integer,
    status integer,
    error text,
    cause_code jsonb,
    has_outcome boolean not null,
    cause text not null,
    cause_key text not null,
    company text not null,
    company_key text not null,
    company_reference text,
    has_company boolean not null,
    contact text,
    reference text,
    caller_number text,
    tracking_number text,
    caller_key text,
    call_id text,
    call_start timestamptz,
    call_end timestamptz,
    words text not null,
    digits text not null,
    read_at timestamptz not null default now(),
    has_receiver boolean not null
      generated always as (callback_url is not null or coalesce(tracking_number, '') <> '') stored,
    call_hash bigint generated always as (hashtextextended(call_id, 0)) stored,
    facet bigint not null generated always as (
      hashtextextended(company, hashtextextended(cause, hashtextextended(receiver, hashtextextended(kind,
        coalesce(status, -1) + case when has_outcome then 0 else 1000000 end))))
    ) stored,
    primary key (mirror_id, event_id, ordinal) include (day)
  )`,
  // Has what counts and charts need, so that they don't read the long texts of all events.
  `create index listed_event_of_day on listed_event (mirror_id, day, position)
    include (facet, at, has_receiver, event_id, call_hash)`,
  // Small, because many events have the same day. Without it, PostgreSQL counts a range by a larger index.
  'create index listed_event_count on listed_event (mirror_id, day)',
  'create index listed_event_facet on listed_event (mirror_id, facet)',
  // The orders of lists, which sorting a large range takes long for.
  'create index listed_event_by_time on listed_event (mirror_id, at desc nulls last, day desc, position)',
  'create index listed_event_by_company on listed_event (mirror_id, company_key collate "C", day desc, position)',
  'create index listed_event_by_cause on listed_event (mirror_id, cause_key collate "C", day desc, position)',
  'create index listed_event_by_receiver on listed_event (mirror_id, receiver_key collate "C", day desc, position)',
  `create index listed_event_by_caller on listed_event
    (mirror_id, caller_key collate "C" desc nulls last, day desc, position)`,
  // What became of each failed event since (docs/decisions/0048).
  `create table event_state (
    service text not null,
    account text not null,
    list text not null,
    event_id text not null,
    delivered_at timestamptz,
    delivered_by text,
    handled_at timestamptz,
    handled_by text,
    failed_again_at timestamptz,
    failed_again_by text,
    failure jsonb,
    cause text,
    status integer,
    failed_at timestamptz,
    day date,
    primary key (service, account, list, event_id)
  )`,
]

const OF_ITEM = 'item.service, run.account, item.list, item.event_id'
const DAY_OF_RUN = 'case when run.to_date - run.from_date = 1 then run.from_date end'
const CONFLICT = 'on conflict (service, account, list, event_id) do update set'
const TIMES = `failed_at = coalesce(event_state.failed_at, excluded.failed_at),
  day = coalesce(event_state.day, excluded.day)`

const STATES = [
  `insert into event_state (service, account, list, event_id, handled_at, handled_by, failed_at)
    select service, account, list, event_id, at, who, failed_at from handled_event`,
  `insert into event_state (service, account, list, event_id, delivered_at, delivered_by, failed_at, day)
    select distinct on (${OF_ITEM}) ${OF_ITEM}, item.settled_at, run.who,
      max(item.failed_at) over event, max(${DAY_OF_RUN}) over event
    from replay_item item join replay_run run on run.id = item.run_id
    where run.started_at is not null and item.state = 'delivered'
    window event as (partition by ${OF_ITEM})
    order by ${OF_ITEM}, item.settled_at desc
    ${CONFLICT} delivered_at = excluded.delivered_at, delivered_by = excluded.delivered_by, ${TIMES}`,
  `insert into event_state (service, account, list, event_id, failed_again_at, failed_again_by, failure, status,
      failed_at, day)
    select distinct on (${OF_ITEM}) ${OF_ITEM}, item.settled_at, run.who, attempt.failure, attempt.status,
      max(item.failed_at) over event, max(${DAY_OF_RUN}) over event
    from replay_item item
    join replay_run run on run.id = item.run_id
    left join lateral (
      select status, jsonb_build_object('status', status, 'error', error, 'cause', cause) as failure
      from replay_attempt where item_id = item.id order by id desc limit 1
    ) attempt on true
    where run.started_at is not null and item.state = 'failed_again'
    window event as (partition by ${OF_ITEM})
    order by ${OF_ITEM}, item.settled_at desc, item.id desc
    ${CONFLICT} failed_again_at = excluded.failed_again_at, failed_again_by = excluded.failed_again_by,
      failure = excluded.failure, status = excluded.status, ${TIMES}`,
]

const INDEXES = [
  // For the count of an account's marks, and whether it has changed.
  `create index event_state_handled on event_state (service, account, list, handled_at)
    where handled_at is not null`,
  // For the recovered events of some days. Each replay writes to it, so it is short.
  `create index event_state_recovered on event_state (account, failed_at, day)
    where delivered_at is not null or handled_at is not null`,
]

const MAX_FAILURES_OF_BATCH = 1_000

/** Many events failed in the same way. */
async function setCauses(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ failure: Outcome; stored: string }>`
      select distinct failure, failure::text as stored from event_state
      where failure is not null and cause is null
      limit ${MAX_FAILURES_OF_BATCH}
    `.execute(db)
    if (rows.length === 0) return
    await sql`
      update event_state set cause = caused.cause
      from unnest(
        ${rows.map(({ stored }) => stored)}::jsonb[],
        ${rows.map(({ failure }) => failureSummary(failure))}::text[]
      ) as caused (failure, cause)
      where event_state.failure = caused.failure
    `.execute(db)
  }
}

export const does =
  'Creates the tables of the gateway’s copy of failed events, and the states of events from the replays so far.'

export const takesAsLongAs = 'replay_item'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES, ...STATES, ...INDEXES]) await sql.raw(statement).execute(db)
  await setCauses(db)
}
