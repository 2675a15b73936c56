import { type Kysely, sql } from 'kysely'
import { UNKNOWN_RECEIVER } from '../../contract/event/receiver-of.ts'
import { addDays } from '../../contract/time/calendar-date.ts'
import type { Schema } from '../../server/database/schema.ts'

const FIRST_DAY = '2026-06-01'
const DAYS = 30

/** The range that the copied events are in, as parameters of a request. */
export const COPIED_RANGE = `list=call_events_fail&from_date=${FIRST_DAY}&to_date=${addDays(FIRST_DAY, DAYS)}`

/** More would take longer than a query may. */
const EVENTS_PER_QUERY = 25_000

/** A hundredth of the events have a state. */
const STATE_EVERY = 100

/**
 * Copies failed calls over thirty days into the only list of the database that somebody has opened, as if they had
 * been read. They belong to 400 companies, and their 60 receivers failed in six ways.
 */
export async function fillCopiedEvents(db: Kysely<Schema>, events: number): Promise<void> {
  const mirror = await db.selectFrom('event_mirror').selectAll().executeTakeFirstOrThrow()
  for (let first = 1; first <= events; first += EVENTS_PER_QUERY) {
    await copyEvents(db, mirror.id, {
      first,
      last: Math.min(events, first + EVENTS_PER_QUERY - 1),
      of: events,
    })
  }
  await sql`
    insert into event_state (service, account, list, event_id, delivered_at)
    select service, account, list, (n * ${STATE_EVERY})::text, now()
    from event_mirror, generate_series(1, ${Math.floor(events / STATE_EVERY)}::integer) as n
  `.execute(db)
  await sql`
    insert into event_mirror_day (mirror_id, day, complete_at, is_final)
    select ${mirror.id}, ${FIRST_DAY}::date + n, now(), true from generate_series(0, ${DAYS - 1}::integer) as n
    on conflict (mirror_id, day) do update set complete_at = now(), is_final = true
  `.execute(db)
  // As autovacuum does it within a minute.
  await sql`vacuum analyze listed_event, event_state`.execute(db)
}

/** The day after these thirty, as parameters of a request. */
export const NEW_RANGE = `list=call_events_fail&from_date=${addDays(FIRST_DAY, DAYS)}&to_date=${addDays(FIRST_DAY, DAYS + 1)}`

/** Copies 20,000 events of the next day, of which replays delivered a third, without statistics about them. */
export async function fillNewDay(db: Kysely<Schema>): Promise<void> {
  const { id } = await db.selectFrom('event_mirror').select('id').executeTakeFirstOrThrow()
  await sql`alter table listed_event set (autovacuum_enabled = off)`.execute(db)
  await copyEvents(db, id, { first: 600_001, last: 620_000, of: 600_000 })
  await sql`
    insert into event_state (service, account, list, event_id, delivered_at)
    select service, account, list, (600000 + n * 3)::text, now() from event_mirror, generate_series(1, 6666) as n
  `.execute(db)
  await sql`
    update event_mirror_day set complete_at = now(), is_final = true where mirror_id = ${id}
  `.execute(db)
}

/**
 * Has half of the copied events name no receiver, sets receivers for their tracking numbers, gives each call three
 * events, and has a replay of every fiftieth event fail.
 */
export async function fillSettingsAndReplays(db: Kysely<Schema>): Promise<void> {
  await sql`
    update listed_event set call_id = (700000000 + event_id::bigint / 3)::text,
      callback_url = case when event_id::bigint % 2 = 0 then callback_url end,
      receiver = case when event_id::bigint % 2 = 0 then receiver else ${UNKNOWN_RECEIVER} end
  `.execute(db)
  await sql`
    insert into receiver_setting (service, account, tracking_number, url)
    select distinct service, account, tracking_number,
      'https://hooks' || tracking_number::bigint % 40 || '.receiver.example/set'
    from event_mirror join listed_event on mirror_id = id
  `.execute(db)
  await sql`
    insert into event_state (service, account, list, event_id, failed_again_at, failure, cause, status)
    select service, account, list, event_id, now(), '{"status":503,"error":"answered 503","cause":null}',
      'Answered 503, not available', 503
    from event_mirror join listed_event on mirror_id = id where event_id::bigint % 50 = 1
    on conflict do nothing
  `.execute(db)
  await sql`vacuum full listed_event`.execute(db)
  // A table that was written anew lacks what autovacuum notes for index-only scans.
  await sql`vacuum analyze listed_event, event_state`.execute(db)
}

type Part = { first: number; last: number; of: number }

async function copyEvents(db: Kysely<Schema>, mirrorId: number, { first, last, of }: Part) {
  await sql`
    insert into listed_event (mirror_id, event_id, ordinal, day, position, page, walk_from, walk_to, digest,
      event, kind, callback_url, receiver, receiver_key, failed_at, at, attempt_count, status, error, has_outcome, cause, cause_key,
      company, company_key, company_reference, has_company, contact, reference, caller_number,
      tracking_number, caller_key, call_id, call_start, call_end, words, digits, has_payload)
    select ${mirrorId}, n::text, 1, day, -n, 1, day, day + 1, md5(n::text) || md5(n::text),
      'call_termination', 'Call',
      'https://' || receiver || '?dealer=' || dealer, receiver, receiver, at, at, 9, status, null, true,
      cause, lower(cause),
      company, lower(company), 'dealer-' || dealer, true, 'Agent ' || n % 2000, 'session-' || n * 7919,
      caller, tracking, caller, call, at - interval '9 minutes', at - interval '8 minutes',
      concat_ws(E'\n', lower(company), 'dealer-' || dealer, 'session-' || n * 7919, 'agent ' || n % 2000,
        caller, tracking, call, n),
      concat_ws(' ', caller, tracking, call, n), true
    from (
      select n, ${FIRST_DAY}::date + (n * ${DAYS} / ${of + 1})::integer as day,
        ${FIRST_DAY}::timestamptz + n * ${DAYS} * interval '1 day' / ${of + 1} as at,
        dealer, 'Dealer ' || dealer || ' Motors ' || (array['Cape Town', 'Durban', 'Pretoria'])[1 + n % 3]
          as company,
        'hooks' || n % 60 || '.receiver.example/events/calls' as receiver,
        (array[500, 503, 404, 415, 401, 429])[1 + n % 6] as status,
        (27820000000 + n * 7919 % 9999999)::text as caller, (27105550000 + dealer)::text as tracking,
        (700000000 + n)::text as call
      from (select n, (n * 31 % 400)::integer as dealer from generate_series(${first}::bigint, ${last}) as n) number
    ) event
    cross join lateral (
      select case status when 404 then 'Answered 404, address not found'
        when 401 then 'Answered 401, access refused' when 415 then 'Answered 415, doesn’t accept JSON'
        when 429 then 'Answered 429, too busy' when 503 then 'Answered 503, not available'
        else 'Answered 500, an error on its side' end as cause
    ) failure
  `.execute(db)
}
