import { type Kysely, sql } from 'kysely'

/*
 * A delivery's id is its event's for good: the webhook-id of each attempt, the id of the failed
 * event that it may become, and the webhook-id of its replays. So both tables share one sequence.
 *
 * gen_random_uuid is random enough for a key: two of them have 244 bits.
 */
const STATEMENTS = `
  alter table tracking_number add column secret text not null default
    'whsec_' || encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'base64');
  alter table tracking_number add column previous_secret text;
  alter table tracking_number add column previous_secret_until timestamptz;

  create table tracked_call (
    id bigint primary key,
    tracking_number_id bigint not null references tracking_number,
    ended_at timestamptz not null,
    analysed_at timestamptz
  );

  create table delivery (
    id bigint primary key default nextval(pg_get_serial_sequence('failed_event', 'id')),
    call_id bigint not null references tracked_call,
    tracking_number_id bigint not null references tracking_number,
    event text not null,
    callback_url text not null,
    payload text not null,
    state text not null default 'waiting',
    attempts integer not null default 0,
    next_attempt_at timestamptz not null,
    settled_at timestamptz,
    unique (call_id, event)
  );
  create index delivery_waiting on delivery (next_attempt_at) where state = 'waiting';
  create table delivery_attempt (
    delivery_id bigint not null references delivery,
    number integer not null,
    at timestamptz not null,
    status integer,
    error text,
    duration_ms integer not null,
    primary key (delivery_id, number)
  );
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS.split(';')) {
    if (statement.trim() !== '') await sql.raw(statement).execute(db)
  }
}
