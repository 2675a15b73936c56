import type { Generated, JSONColumnType } from 'kysely'
import type { Cause } from '../../../contract/cause.ts'
import type { Attempt, FailedEventList } from '../../../contract/failed-event.ts'
import type {
  Includable,
  ReceiverPause,
  ReplayFailure,
  ReplayItemState,
  ReplayRun,
  ReplayRunState,
} from '../../../contract/replay.ts'

import { CONSTRAINTS, column, OF_ACCOUNT, STORAGE } from './columns.ts'

/** How far a receiver of a run has come (server/gateway/replays/store/ramp.ts). */
type Ramp = {
  /** How many events the current step has, and how many of them are settled and how. */
  step: number
  settled: number
  failed: number
  rejected: number
  /** Since the last 200. */
  failedInARow: number
  rejectedInARow: number
  /** How often it has asked for a pause since the last 200. */
  waits: number
}

/** The last trial of a standing order; `failure` is null if it was delivered. */
type StoredTrial = { at: string; failure: Pick<Attempt, 'status' | 'error' | 'cause'> | null }

/** The gateway's tables of failed events and replays. They refer to the service only by what its interface shows. */
export const REPLAY_TABLES = {
  replay_run: {
    ...OF_ACCOUNT,
    id: 'uuid primary key',
    /** null for both lists. */
    list: column<FailedEventList | null>('text'),
    who: 'text',
    created_at: 'timestamptz not null default now()',
    /** A keyed hash of the token that created it. */
    made_by: 'text not null',
    from_date: 'date not null',
    to_date: 'date not null',
    asked_for: column<ReplayRun['asked_for']>("text not null default 'named'"),
    state: column<Generated<ReplayRunState>>("text not null default 'reading'"),
    /** Why it is broken, for people. */
    problem: 'text',
    started_at: 'timestamptz',
    finished_at: 'timestamptz',
    read_found: 'integer not null default 0',
    /** null while that is unknown. */
    read_of: 'integer',
    /** While it is "reading": when the process that loads it last renewed its lease. */
    renewed_at: 'timestamptz not null default now()',
    /** The number of its items that are neither settled nor skipped, once it is started or has ended. */
    open_items: 'integer not null default 0',
    /** The number of its items in each state, once that can't change any more. */
    final_counts: column<Partial<Record<ReplayItemState, number>> | null>('jsonb'),
    /** How many receivers its items have, and the names of up to three of them; once all of them are loaded. */
    receiver_count: 'integer not null default 0',
    some_receivers: column<Generated<string[]>>("text[] not null default '{}'"),
    /** The approximate size of its items, including payloads. */
    stored_bytes: 'bigint not null default 0',
    /** When somebody last viewed it, while it isn't started; to the minute. */
    looked_at: 'timestamptz not null default now()',
    /** What it sends although it would skip it; null until it is started. */
    include: column<Includable[] | null>('text[]'),
    /**
     * Whether it is older than runs are kept. Then it has only the items that were delivered, without
     * their payloads, once it is "emptied" (docs/decisions/0060).
     */
    retired: column<'emptying' | 'emptied' | null>('text'),
    /** What its people call it, and why they replay. */
    name: 'text',
    reason: 'text',
    /** How many events it sends in a second at most, and when it may send the next one. */
    pace: 'integer',
    paced_until: 'timestamptz',
  },
  // An item changes its state three times, while its payload and everything that is indexed stays. So
  // the payload is stored separately, each page has room for new versions of its rows, and no index
  // includes the state. The lock under which runs are started ensures that an event is in flight once.
  replay_item: {
    id: 'bigint generated always as identity primary key',
    run_id: 'uuid not null references replay_run',
    service: 'text not null',
    list: column<FailedEventList>('text not null'),
    event_id: 'text not null',
    state: column<ReplayItemState>('text not null'),
    receiver_url: 'text',
    /** `receiverName` of receiver_url, by which runs are counted. */
    receiver_name: 'text',
    /** The payload's text exactly as the service returned it; `payloadDigest` of it in a retired run. */
    payload: 'text not null',
    /** Why it was skipped or failed again, for people. */
    reason: 'text',
    /** How it failed again, for programs; null if it didn't. */
    failure: column<ReplayFailure | null>('jsonb'),
    settled_at: 'timestamptz',
    /** The pass over the list that found it: a later pass finds newer events. */
    pass: 'integer not null default 1',
    /** The job that may send it. A job that it had before may not. */
    job_id: 'uuid',
    /** When the event failed; null if the service doesn't report it. */
    failed_at: 'timestamptz',
    /** The beginning of the company's name in the payload, for the order of a list; null if it has none. */
    company: 'text',
    /** How many trials of a standing order ended without an answer, so that the receiver may have it. */
    trials: 'smallint not null default 0',
    [STORAGE]: 'toast_tuple_target = 128, fillfactor = 50',
  },
  replay_attempt: {
    id: 'bigint generated always as identity primary key',
    item_id: 'bigint not null references replay_item',
    /** The same values as in its item. */
    service: 'text not null',
    receiver_name: 'text',
    at: 'timestamptz not null',
    status: 'integer',
    error: 'text',
    cause: column<Cause | null>('jsonb'),
    duration_ms: 'integer not null',
    answer: 'text',
  },
  /** A receiver of a running run that has open items. Its run's row is locked before it changes. */
  // Each outcome changes its row, so no index contains a column that changes, and each page has room.
  replay_receiver: {
    run_id: 'uuid not null references replay_run on delete cascade',
    receiver_name: 'text not null',
    /** The number of its items that are neither settled nor skipped. */
    open_items: 'integer not null',
    /** How many of these have a job or are being sent. */
    released_items: 'integer not null',
    /** How many were sent for a standing order, failed, and wait again since the receiver last began. */
    returned_items: 'integer not null default 0',
    ramp: column<JSONColumnType<Ramp>>('jsonb not null'),
    /** Why it gets no more events for now. */
    pause: column<JSONColumnType<Omit<ReceiverPause, 'until' | 'order_until'>> | null>('jsonb'),
    /** When that pause ends, if it ends without a person. */
    wait_until: 'timestamptz',
    /** Why its events are skipped, for people. */
    stop_reason: 'text',
    /** The last item that was released. A job may send no item after it. */
    reached_at: "timestamptz not null default '-infinity'",
    reached_pass: 'integer not null default 0',
    reached_id: 'bigint not null default 0',
    changed_at: 'timestamptz not null default now()',
    [CONSTRAINTS]: 'primary key (run_id, receiver_name)',
    [STORAGE]: 'fillfactor = 50',
  },
  /** Has the waiting events of a run's receiver sent when it recovers (replays/store/standing-orders.ts). */
  standing_order: {
    run_id: 'uuid not null references replay_run on delete cascade',
    receiver_name: 'text not null',
    who: 'text',
    made_at: 'timestamptz not null default now()',
    ends_at: 'timestamptz not null',
    /** How many trials it has waited for since the receiver last took a whole step. */
    trials: 'integer not null default 0',
    last_trial: column<JSONColumnType<StoredTrial> | null>('jsonb'),
    /** Why it ended, for people; null while it waits or sends. */
    ended: 'text',
    /** What a person has to know about it, also after its end, until they stop it. */
    problem: 'text',
    /**
     * For an order that takes later failures: the Authorization header of the person who made it, which can be
     * decrypted only with SESSION_SECRET, and a keyed hash of it.
     */
    sealed: 'bytea',
    made_by: 'text',
    /** How many later failures it may still add. */
    events_left: 'integer',
    /** When Redial looks for later failures again. */
    next_read_at: 'timestamptz',
    /** The draft of its later failures, which gets the order when it has been loaded. */
    next_run: 'uuid',
    [CONSTRAINTS]: 'primary key (run_id, receiver_name)',
  },
  /** A list of an account that the gateway copies from the service (docs/decisions/0061). */
  event_mirror: {
    ...OF_ACCOUNT,
    id: 'integer generated always as identity primary key',
    list: column<FailedEventList>('text not null'),
    /** Grows with each change of its events, its days and their readings. */
    version: 'bigint not null default 0',
    /** When a person last changed the fields by which the events are read. */
    fields_set_at: 'timestamptz',
    /** How the service refused the list when it was last requested. Then nothing of it may be shown. */
    refusal: 'smallint',
    refused_at: 'timestamptz',
    /** Which process reads it, and until when that counts. */
    lease_until: 'timestamptz',
    lease_by: 'uuid',
    [CONSTRAINTS]: 'unique (service, account, list)',
  },
  /** A day of a copied list. */
  event_mirror_day: {
    mirror_id: 'integer not null references event_mirror on delete cascade',
    day: 'date not null',
    /** When the newest complete reading that includes it began; null if there is none. */
    complete_at: 'timestamptz',
    /** Whether that reading began so long after the end of the day that it need not be repeated. */
    is_final: 'boolean not null default false',
    /** How many events the service has counted, and when, if it has been asked only for that. */
    counted: 'integer',
    counted_at: 'timestamptz',
    /** When a person last opened it. */
    opened_at: 'timestamptz not null default now()',
    [CONSTRAINTS]: 'primary key (mirror_id, day)',
  },
  /** A range of a copied list that people look at, and the reading of it. */
  event_reading: {
    mirror_id: 'integer not null references event_mirror on delete cascade',
    from_date: 'date not null',
    /** This day is not included. */
    to_date: 'date not null',
    /** The service's newest count of the whole range; null if it doesn't count. */
    count: 'integer',
    /** The walk in progress (`WalkState` of events/reading/walk-state.ts); null if there is none. */
    walk: column<JSONColumnType<object> | null>('jsonb'),
    /** Whether each day is read separately, because the service doesn't say when events failed. */
    is_by_day: 'boolean not null default false',
    /** When a person last asked to read it again. */
    again_at: 'timestamptz',
    /** Until when the service asked to wait. */
    wait_until: 'timestamptz',
    is_stopped: 'boolean not null default false',
    /** Why the reader gave up: an answer of the gateway. */
    problem: column<JSONColumnType<{ status: number; detail: string }> | null>('jsonb'),
    /** When a page that shows this range last asked for it. */
    asked_at: 'timestamptz not null default now()',
    /** When a person last opened such a page. */
    opened_at: 'timestamptz not null default now()',
    [CONSTRAINTS]: 'primary key (mirror_id, from_date, to_date)',
  },
  /**
   * A failed event as the service lists it, without its payload. PostgreSQL reads a row from its first column, so what
   * it looks at in all events comes first: searches take a seventh less time.
   */
  listed_event: {
    mirror_id: 'integer not null references event_mirror on delete cascade',
    /** Counts events with the same id: 2 is the second one. */
    ordinal: 'integer not null default 1',
    day: 'date not null',
    /** Its place in the list of its day: the smallest, which may be negative, is the service's first. */
    position: 'bigint not null',
    /**
     * A hash of company, cause, receiver, kind and status, and of the tracking number of an event that names no
     * receiver. Events are counted by it, which is many times faster than by these texts. Hashes have more than 53
     * bits, so they stay in the database.
     */
    facet: `bigint not null generated always as (
      hashtextextended(case when callback_url is null then coalesce(tracking_number, '') else '' end,
        hashtextextended(company, hashtextextended(cause, hashtextextended(receiver, hashtextextended(kind,
          coalesce(status, -1) + case when has_outcome then 0 else 1000000 end)))))
    ) stored`,
    /** Whether a replay can know where to send it. */
    has_receiver: `boolean not null
      generated always as (callback_url is not null or coalesce(tracking_number, '') <> '') stored`,
    /** Whether the service lists what was sent, so that it can be sent again. */
    has_payload: 'boolean not null',
    has_outcome: 'boolean not null',
    has_company: 'boolean not null',
    /** failed_at, or else the time of the call. */
    at: 'timestamptz',
    /** A hash of call_id, to count different calls. */
    call_hash: 'bigint generated always as (hashtextextended(call_id, 0)) stored',
    /** Everything that a search finds, as `normaliseText` writes it, without the cause and the receiver. */
    words: 'text not null',
    /** The digits of its numbers, for a search. */
    digits: 'text not null',
    /** `normaliseText` of the column without `_key`, for searches and orders; so are the other keys. */
    cause_key: 'text not null',
    receiver_key: 'text not null',
    company_key: 'text not null',
    /** The key of the caller's number, or else of the tracking number. */
    caller_key: 'text',
    event_id: 'text not null',
    /** The page of 100 events where it was listed. */
    page: 'integer not null',
    /** The parameters of the service's link to that page, if its number is not enough. */
    cursor: 'text',
    /** The days of the walk that found it, to which the page belongs. */
    walk_from: 'date not null',
    walk_to: 'date not null',
    /** SHA-256 of the columns that come from the service, to notice changes. */
    digest: 'text not null',
    /** A `WebhookEvent`, or the service's own name for the kind of event. */
    event: 'text',
    /** The name of that kind in lists and filters: "Call". */
    kind: 'text not null',
    callback_url: 'text',
    /** `receiverLabel` of callback_url. */
    receiver: 'text not null',
    failed_at: 'timestamptz',
    attempt_count: 'integer',
    /** How the service's last attempt failed, if the service says so (`has_outcome`). */
    status: 'integer',
    error: 'text',
    cause_code: column<JSONColumnType<Cause> | null>('jsonb'),
    /** `failureSummary` of how the service's last attempt failed. */
    cause: 'text not null',
    /** The name that lists show. */
    company: 'text not null',
    company_reference: 'text',
    contact: 'text',
    reference: 'text',
    caller_number: 'text',
    tracking_number: 'text',
    call_id: 'text',
    call_start: 'timestamptz',
    call_end: 'timestamptz',
    /** When a reading last found it. */
    read_at: 'timestamptz not null default now()',
    [CONSTRAINTS]: 'primary key (mirror_id, event_id, ordinal) include (day)',
  },
  /**
   * What became of a failed event after its final failure (docs/decisions/0048). Written in the transaction that
   * settles a replay of it or marks it. A replay in progress is only in replay_item.
   */
  event_state: {
    ...OF_ACCOUNT,
    list: column<FailedEventList>('text not null'),
    event_id: 'text not null',
    /** The newest replay that delivered it. */
    delivered_at: 'timestamptz',
    delivered_by: 'text',
    /** Marked as dealt with in another way. */
    handled_at: 'timestamptz',
    handled_by: 'text',
    /** The newest replay that failed. */
    failed_again_at: 'timestamptz',
    failed_again_by: 'text',
    /** How that replay failed; null if nothing but its result could be recorded. */
    failure: column<JSONColumnType<Pick<Attempt, 'status' | 'error' | 'cause'>> | null>('jsonb'),
    /** `failureSummary` and the status of that failure, by which lists are filtered. */
    cause: 'text',
    status: 'integer',
    /** When the event failed; null if that is unknown. */
    failed_at: 'timestamptz',
    /** The day of a run that covers one day only, in case `failed_at` is unknown. */
    day: 'date',
    [CONSTRAINTS]: 'primary key (service, account, list, event_id)',
  },
} as const
