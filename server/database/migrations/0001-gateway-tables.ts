import type { Generated, JSONColumnType } from 'kysely'
import type {
  ActivityBy,
  ActivityEvent,
  ActivityKind,
  ActivityOutcome,
} from '../../../contract/activity.ts'
import type { BlockReason } from '../../../contract/blocklist/block-notes.ts'
import type { EntityContext } from '../../../contract/blocklist.ts'
import type { FailedEventList } from '../../../contract/failed-event.ts'
import type {
  FollowUpKey,
  FollowUpNote,
  FollowUpState,
  Language,
} from '../../../contract/follow-up.ts'
import type {
  NoticeChoices,
  NoticeKind,
  Notices,
  OutboxMessage,
} from '../../../contract/notices/notice.ts'
import type { ViewDays } from '../../../contract/saved-view.ts'

import { CONSTRAINTS, column, OF_ACCOUNT } from './columns.ts'

/** The gateway's tables of what people set and what Redial reports. */
export const GATEWAY_TABLES = {
  /** Where events go that name no callback URL, for each tracking number. */
  receiver_setting: {
    ...OF_ACCOUNT,
    /** Normalised as in contract/receiver.ts. */
    tracking_number: 'text not null',
    url: 'text not null',
    who: 'text',
    set_at: 'timestamptz not null default now()',
    [CONSTRAINTS]: 'primary key (service, account, tracking_number)',
  },
  /** How a foreign service names the fields of its failed events, as one account reads them. */
  service_fields: {
    ...OF_ACCOUNT,
    list: column<FailedEventList>('text not null'),
    /** A `FieldMap` (contract/fields/field-map.ts). */
    map: column<JSONColumnType<object>>('jsonb not null'),
    source: column<'recognized' | 'person'>('text not null'),
    sample: 'integer not null',
    who: 'text',
    set_at: 'timestamptz not null default now()',
    [CONSTRAINTS]: 'primary key (service, account, list)',
  },
  /** Hosts found in a field of a foreign service, to which a person allowed replays. */
  confirmed_receiver: {
    ...OF_ACCOUNT,
    receiver: 'text not null',
    who: 'text',
    at: 'timestamptz not null default now()',
    [CONSTRAINTS]: 'primary key (service, account, receiver)',
  },
  /**
   * A signed-in browser. The session ends when its row is deleted, when it is idle, and after a week.
   */
  session: {
    ...OF_ACCOUNT,
    id: 'uuid primary key default gen_random_uuid()',
    /** SHA-256 of the cookie's value. The cookie itself is not stored. */
    cookie_hash: 'bytea not null unique',
    /** A keyed hash of the token, as in replay_run. */
    made_by: 'text not null',
    /** The token, which can be decrypted only with the cookie and SESSION_SECRET together. */
    sealed: 'bytea not null',
    name: 'text',
    /** Such as "Firefox on Windows". */
    browser: 'text not null',
    started_at: 'timestamptz not null default now()',
    /** Rounded to the minute. */
    last_used_at: 'timestamptz not null default now()',
  },
  /** The code of a printed sign-in link, which signs in once. */
  sign_in_code: {
    code_hash: 'bytea primary key',
    service: 'text not null',
    /** The token, which can be decrypted only with the code and SESSION_SECRET together. */
    sealed: 'bytea not null',
    expires_at: 'timestamptz not null',
  },
  /** One row: the key of the hashes that identify accounts, encrypted with SESSION_SECRET. */
  account_key: {
    id: 'smallint primary key default 1 check (id = 1)',
    sealed: 'bytea not null',
  },
  /** Who did or tried what, for each account (docs/decisions/0040). */
  activity: {
    ...OF_ACCOUNT,
    id: 'bigint generated always as identity primary key',
    at: 'timestamptz(3) not null default clock_timestamp()',
    who: 'text',
    by: column<ActivityBy>('text not null'),
    address: 'text',
    kind: column<ActivityKind>('text not null'),
    outcome: column<ActivityOutcome>('text not null'),
    status: 'integer',
    reason: 'text',
    /** Depends on the kind (contract/activity.ts). */
    details: column<JSONColumnType<ActivityEvent['details']>>('jsonb not null'),
    /** Phone numbers of a blocklist change. */
    numbers: column<string[] | null>('text[]'),
  },
  /** Settings that all processes on a database have to agree on, as it was used with them (server/shared-settings.ts). */
  used_setting: {
    service: 'text not null',
    name: 'text not null',
    value: 'text not null',
    at: 'timestamptz not null default now()',
    [CONSTRAINTS]: 'primary key (service, name)',
  },
  /** What the account's people do about the failures of a receiver or a company. */
  follow_up: {
    ...OF_ACCOUNT,
    id: 'bigint generated always as identity primary key',
    kind: column<FollowUpKey['kind']>('text not null'),
    /** The name in lists and groups. */
    value: 'text not null',
    /** Who has taken it. */
    owner: 'text',
    state: column<Generated<FollowUpState>>("text not null default 'open'"),
    /** When it was set to done; null in other states. Later failures reopen it. */
    done_at: 'timestamptz',
    ticket_url: 'text',
    /** The language of messages; null until somebody chooses one. */
    language: column<Language | null>('text'),
    version: 'integer not null default 0',
    changed_by: 'text',
    changed_at: 'timestamptz',
    [CONSTRAINTS]: 'unique (service, account, kind, value)',
  },
  /** Rows are only added. */
  follow_up_note: {
    id: 'bigint generated always as identity primary key',
    follow_up_id: 'bigint not null references follow_up on delete cascade',
    at: 'timestamptz not null default clock_timestamp()',
    who: 'text',
    what: column<FollowUpNote['what']>('text not null'),
    text: 'text',
  },
  /** Why, by whom and until when numbers are blocked for an entity (server/gateway/blocklist/block-notes.ts). */
  block_note: {
    ...OF_ACCOUNT,
    id: 'bigint generated always as identity primary key',
    context: column<EntityContext>('text not null'),
    reference: 'text not null',
    /** Digits only. */
    phone_numbers: column<string[]>('text[] not null'),
    reason: column<BlockReason | null>('text'),
    note: 'text',
    until: 'date',
    who: 'text',
    /** When they were blocked with Redial; null if they were added outside. */
    at: 'timestamptz',
  },
  /** Numbers that an account doesn't want to block. */
  protected_number: {
    ...OF_ACCOUNT,
    phone_number: 'text not null',
    /** Whose it is, for people. */
    label: 'text not null',
    who: 'text',
    added_at: 'timestamptz not null default now()',
    [CONSTRAINTS]: 'primary key (account, service, phone_number)',
  },
  /** A list's URL that a person saved under a name, for themselves or for the account. */
  saved_view: {
    ...OF_ACCOUNT,
    id: 'uuid primary key default gen_random_uuid()',
    /** The lower-case name of the person who alone sees it; null for everybody on the account. */
    owner: 'text',
    name: 'text not null',
    list: column<FailedEventList>('text not null'),
    days: column<JSONColumnType<ViewDays>>('jsonb not null'),
    query: 'text not null',
    layout: column<JSONColumnType<Record<string, unknown>> | null>('jsonb'),
    version: 'integer not null default 1',
    who: 'text',
    changed_at: 'timestamptz not null default now()',
  },
  /** The view that opens when a person opens a list. The view may have been deleted. */
  saved_view_default: {
    ...OF_ACCOUNT,
    person: 'text not null',
    list: column<FailedEventList>('text not null'),
    view_id: 'uuid not null',
    [CONSTRAINTS]: 'primary key (service, account, person, list)',
  },
  /** An account whose lists Redial reads although nobody has them open (docs/decisions/0066). */
  notice_watch: {
    ...OF_ACCOUNT,
    id: 'integer generated always as identity primary key',
    who: 'text',
    /** A keyed hash of the token with which Redial reads. */
    made_by: 'text not null',
    /** The Authorization header, which can be decrypted only with SESSION_SECRET; null once it has ended. */
    sealed: 'bytea',
    started_at: 'timestamptz not null',
    /** When a person of the account last opened Redial, to the hour. */
    visited_at: 'timestamptz not null',
    looked_at: 'timestamptz',
    next_look_at: 'timestamptz not null',
    /** How often Redial has looked. Of two processes that look at the same time, the first one counts. */
    looks: 'integer not null default 0',
    /** A `WatchState` (server/gateway/notices/judge.ts). */
    state: column<JSONColumnType<object>>("jsonb not null default '{}'"),
    /** Why it stopped by itself, for people. */
    ended: 'text',
    [CONSTRAINTS]: 'unique (service, account)',
  },
  /** What Redial reports to the people of an account, or to a company's failure contact. */
  notice: {
    ...OF_ACCOUNT,
    id: 'bigint generated always as identity primary key',
    /** What it is about. No two notices of an account have the same key. */
    key: 'text not null',
    at: 'timestamptz not null',
    kind: column<NoticeKind>('text not null'),
    receiver: 'text',
    /** Whose events it counts; null for all of the account. */
    company: 'text',
    /** A `NoticeFacts` (server/gateway/notices/describe-notice.ts). */
    facts: column<JSONColumnType<object>>('jsonb not null'),
    [CONSTRAINTS]: 'unique (service, account, key)',
  },
  /** A person who gets messages, or a company's failure contact. */
  notice_recipient: {
    ...OF_ACCOUNT,
    id: 'uuid primary key default gen_random_uuid()',
    /** A keyed hash of the person's token, or of the token that added the contact. */
    made_by: 'text not null',
    /** The person's name, or that of the one who added the contact; empty if they have none. */
    who: 'text not null',
    /** Whose failure contact it is; null for a person. */
    company: 'text',
    email: 'text',
    /** The URL of an incoming webhook, which can be decrypted only with SESSION_SECRET. */
    webhook: 'bytea',
    webhook_host: 'text',
    /** Where links in messages begin. */
    origin: 'text not null',
    topics: column<JSONColumnType<NoticeChoices['topics']>>('jsonb not null'),
    schedule: column<NoticeChoices['schedule']>('text not null'),
    daily_at: 'text not null',
    quiet: column<JSONColumnType<NonNullable<NoticeChoices['quiet']>> | null>('jsonb'),
    snoozed: column<JSONColumnType<Notices['snoozed']>>('jsonb not null'),
    /** When a failure contact confirmed the address. */
    confirmed_at: 'timestamptz',
    unsubscribed_at: 'timestamptz',
    /** The last notice that was put into a message or left out of one. */
    told_until: 'bigint not null',
    /** The day of the last daily message. */
    digest_on: 'date',
    /** The last notice that the person saw in the dashboard. */
    seen_until: 'bigint not null default 0',
    visited_at: 'timestamptz not null',
  },
  /** A message to one address or webhook. Nothing is handed over twice. */
  notice_message: {
    id: 'uuid primary key default gen_random_uuid()',
    recipient_id: 'uuid not null references notice_recipient on delete cascade',
    channel: column<'email' | 'webhook'>('text not null'),
    subject: 'text not null',
    /** A `MessageContent` (server/gateway/notices/compose-message.ts). */
    content: column<JSONColumnType<object>>('jsonb not null'),
    state: column<Generated<OutboxMessage['state']>>("text not null default 'waiting'"),
    attempts: 'integer not null default 0',
    at: 'timestamptz not null',
    /** When it is sent next; while it is "sending", until when its process may take. */
    next_at: 'timestamptz',
    error: 'text',
  },
  /** When Redial last looked at a receiver's certificate, for all accounts. */
  receiver_certificate: {
    receiver: 'text primary key',
    checked_at: 'timestamptz not null',
    valid_until: 'timestamptz',
  },
} as const
