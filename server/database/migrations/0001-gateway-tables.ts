const REPLAYS = [
  `create table replay_run (
    id uuid primary key,
    account text not null,
    service text not null,
    list text,
    who text,
    created_at timestamptz not null default now(),
    made_by text not null,
    from_date date not null,
    to_date date not null,
    asked_for text not null default 'named',
    state text not null default 'reading',
    problem text,
    started_at timestamptz,
    finished_at timestamptz,
    read_found integer not null default 0,
    read_of integer,
    lease_until timestamptz,
    open_items integer not null default 0,
    final_counts jsonb,
    stored_bytes bigint not null default 0,
    looked_at timestamptz not null default now(),
    task text,
    include_delivered boolean,
    include_handled boolean,
    include_failed_often boolean,
    retired text,
    name text,
    reason text,
    pace integer,
    paced_until timestamptz
  )`,
  'create index replay_run_of_account on replay_run (service, account, created_at desc)',
  "create index replay_run_reading on replay_run (lease_until) where state = 'reading'",
  'create index replay_run_never_started on replay_run (created_at) where started_at is null',
  'create index replay_run_with_task on replay_run (id) where task is not null',
  "create index replay_run_running on replay_run (id) where state = 'running'",
  // An item changes its state three times, while its payload and everything that is indexed stays. So
  // the payload is stored separately, each page has room for new versions of its rows, and no index
  // includes the state. The lock under which runs are started ensures that an event is in flight once.
  `create table replay_item (
    id bigint generated always as identity primary key,
    run_id uuid not null references replay_run,
    service text not null,
    list text not null,
    event_id text not null,
    state text not null,
    receiver_url text,
    receiver_name text,
    payload text not null,
    reason text,
    failure jsonb,
    settled_at timestamptz,
    pass integer not null default 1,
    job_id uuid,
    failed_at timestamptz,
    company text,
    trials smallint not null default 0
  ) with (toast_tuple_target = 128, fillfactor = 50)`,
  // PostgreSQL 15 does not know the short form of this in "create table".
  'alter table replay_item alter column payload set storage external',
  'create index replay_item_by_event on replay_item (service, list, event_id, id desc)',
  // Both lists may use the same ids.
  'create unique index replay_item_once_in_run on replay_item (run_id, event_id, list)',
  'create index replay_item_in_order on replay_item (run_id, pass desc, id)',
  // The oldest events of a receiver come first.
  `create index replay_item_by_age on replay_item
    (run_id, receiver_name, (coalesce(failed_at, '-infinity')), pass, (-id))`,
  `create table replay_attempt (
    id bigint generated always as identity primary key,
    item_id bigint not null references replay_item,
    service text not null,
    receiver_name text,
    at timestamptz not null,
    status integer,
    error text,
    cause jsonb,
    duration_ms integer not null,
    answer text
  )`,
  'create index replay_attempt_by_item on replay_attempt (item_id)',
  `create index replay_attempt_of_receiver_name
    on replay_attempt (service, receiver_name, at desc)`,
  // Each outcome changes its row, so no index contains a column that changes, and each page has room.
  `create table replay_receiver (
    run_id uuid not null references replay_run on delete cascade,
    receiver_name text not null,
    open_items integer not null,
    released_items integer not null,
    returned_items integer not null default 0,
    ramp jsonb not null,
    pause jsonb,
    wait_until timestamptz,
    stop_reason text,
    reached_at timestamptz not null default '-infinity',
    reached_pass integer not null default 0,
    reached_id bigint not null default 0,
    changed_at timestamptz not null default now(),
    primary key (run_id, receiver_name)
  ) with (fillfactor = 50)`,
  `create table standing_order (
    run_id uuid not null references replay_run on delete cascade,
    receiver_name text not null,
    who text,
    made_at timestamptz not null default now(),
    ends_at timestamptz not null,
    trials integer not null default 0,
    last_trial jsonb,
    ended text,
    problem text,
    sealed bytea,
    made_by text,
    events_left integer,
    next_read_at timestamptz,
    next_run uuid,
    primary key (run_id, receiver_name)
  )`,
  'create index standing_order_active on standing_order (ends_at) where ended is null',
  'create index standing_order_with_token on standing_order (next_read_at) where sealed is not null',
]

const GATEWAY = [
  `create table receiver_setting (
    service text not null,
    account text not null,
    tracking_number text not null,
    url text not null,
    who text,
    set_at timestamptz not null default now(),
    primary key (service, account, tracking_number)
  )`,
  `create table service_fields (
    service text not null,
    account text not null,
    list text not null,
    map jsonb not null,
    source text not null,
    sample integer not null,
    who text,
    set_at timestamptz not null default now(),
    primary key (service, account, list)
  )`,
  `create table confirmed_receiver (
    service text not null,
    account text not null,
    receiver text not null,
    who text,
    at timestamptz not null default now(),
    primary key (service, account, receiver)
  )`,
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
  // Settings that all processes on a database have to agree on, as the database was used with them.
  `create table used_setting (
    service text not null,
    name text not null,
    value text not null,
    at timestamptz not null default now(),
    primary key (service, name)
  )`,
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
    language text,
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
  `create table block_note (
    id bigint generated always as identity primary key,
    service text not null,
    account text not null,
    context text not null,
    reference text not null,
    phone_numbers text[] not null,
    reason text,
    note text,
    until date,
    who text,
    at timestamptz
  )`,
  'create index block_note_of_entity on block_note (account, service, context, reference)',
  `create table protected_number (
    service text not null,
    account text not null,
    phone_number text not null,
    label text not null,
    who text,
    added_at timestamptz not null default now(),
    primary key (account, service, phone_number)
  )`,
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

const NOTICES = [
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

const EVENTS = [
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
    has_payload boolean not null,
    read_at timestamptz not null default now(),
    has_receiver boolean not null
      generated always as (callback_url is not null or coalesce(tracking_number, '') <> '') stored,
    call_hash bigint generated always as (hashtextextended(call_id, 0)) stored,
    facet bigint not null generated always as (
      hashtextextended(case when callback_url is null then coalesce(tracking_number, '') else '' end,
        hashtextextended(company, hashtextextended(cause, hashtextextended(receiver, hashtextextended(kind,
          coalesce(status, -1) + case when has_outcome then 0 else 1000000 end)))))
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
  // For the count of an account's marks, and whether it has changed.
  `create index event_state_handled on event_state (service, account, list, handled_at)
    where handled_at is not null`,
  // For the recovered events of some days. Each replay writes to it, so it is short.
  `create index event_state_recovered on event_state (account, failed_at, day)
    where delivered_at is not null or handled_at is not null`,
]

/** The statements that create the gateway's tables. */
export const GATEWAY_TABLES = [...REPLAYS, ...GATEWAY, ...NOTICES, ...EVENTS]
