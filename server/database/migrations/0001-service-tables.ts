import type { Generated, JSONColumnType } from 'kysely'
import type { Cause } from '../../../contract/cause.ts'
import type { FailedEventList, WebhookEvent } from '../../../contract/failed-event.ts'
import { CONSTRAINTS, column, STORAGE } from './columns.ts'

/** The call-tracking service's own tables. */
export const SERVICE_TABLES = {
  partner: {
    id: 'bigint generated always as identity primary key',
    /** A removed partner has a placeholder here; see `removedText`. */
    reference: 'text not null unique',
    name: 'text not null',
    removed_at: 'timestamptz',
  },
  api_token: {
    id: 'bigint generated always as identity primary key',
    partner_id: 'bigint not null references partner',
    /** What a person calls the token, to find it when it has to be revoked. */
    label: 'text not null',
    /** SHA-256 in hex. The token itself is not stored. */
    token_hash: 'text not null unique',
    blocklist_permission: 'boolean not null',
    created_at: 'timestamptz not null default now()',
    revoked_at: 'timestamptz',
    /** null for never. */
    expires_at: 'timestamptz',
  },
  company: {
    id: 'bigint generated always as identity primary key',
    partner_id: 'bigint not null references partner',
    reference: 'text not null',
    name: 'text not null',
    [CONSTRAINTS]: 'unique (partner_id, reference)',
  },
  /** Named so because GROUP is an SQL keyword. */
  company_group: {
    id: 'bigint generated always as identity primary key',
    partner_id: 'bigint not null references partner',
    reference: 'text not null',
    name: 'text not null',
    [CONSTRAINTS]: 'unique (partner_id, reference)',
  },
  company_group_member: {
    group_id: 'bigint not null references company_group',
    company_id: 'bigint not null references company',
    [CONSTRAINTS]: 'primary key (company_id, group_id)',
  },
  contact: {
    id: 'bigint generated always as identity primary key',
    partner_id: 'bigint not null references partner',
    company_id: 'bigint not null references company',
    reference: 'text not null',
    name: 'text not null',
    [CONSTRAINTS]: 'unique (partner_id, reference)',
  },
  // A removed number or partner stays as a row, because calls, deliveries and failed events refer to it
  // (docs/decisions/0014). gen_random_uuid is random enough for a key: two of them have 244 bits.
  tracking_number: {
    id: 'bigint generated always as identity primary key',
    partner_id: 'bigint not null references partner',
    /** null for a removed number. */
    company_id: 'bigint references company',
    /** A removed number has a placeholder here; see `removedText`. */
    phone_number: 'text not null unique',
    call_term_callbacks: 'text',
    mcs_call_term_callbacks: 'text',
    ai_enabled: 'boolean not null default false',
    missed_call_saver: 'boolean not null default false',
    /** Signs its webhooks: "whsec_" and 32 bytes in base64, as Standard Webhooks writes it. */
    secret: `text not null default 'whsec_' ||
      encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'base64')`,
    /** The secret before the last rotation, which also signs until then. */
    previous_secret: 'text',
    previous_secret_until: 'timestamptz',
    removed_at: 'timestamptz',
    /** The number before removal; null if the row isn't removed. */
    former_number: 'text',
  },
  available_source: {
    id: 'bigint generated always as identity primary key',
    partner_id: 'bigint not null references partner',
    name: 'text not null',
    [CONSTRAINTS]: 'unique (partner_id, name)',
  },
  tn_prefix: {
    prefix: 'text primary key',
    name: 'text not null',
  },
  /**
   * One row for each entity that has or had blocked numbers. Without a company and a group: the
   * partner.
   */
  blocklist: {
    id: 'bigint generated always as identity primary key',
    partner_id: 'bigint not null references partner',
    company_id: 'bigint references company',
    group_id: 'bigint references company_group',
    [CONSTRAINTS]:
      'check (company_id is null or group_id is null), unique nulls not distinct (partner_id, company_id, group_id)',
  },
  blocked_number: {
    blocklist_id: 'bigint not null references blocklist',
    phone_number: 'text not null',
    blocked_at: 'timestamptz not null default now()',
    [CONSTRAINTS]: 'primary key (blocklist_id, phone_number)',
  },
  /** How many calls of a blocked number a list refused on a day. */
  refused_check: {
    blocklist_id: 'bigint not null references blocklist on delete cascade',
    phone_number: 'text not null',
    day: 'date not null',
    count: 'integer not null',
    last_at: 'timestamptz not null',
    [CONSTRAINTS]: 'primary key (blocklist_id, phone_number, day)',
  },
  failed_event_day: {
    partner_id: 'bigint not null references partner',
    list: column<FailedEventList>('text not null'),
    day: 'date not null',
    count: 'integer not null',
    [CONSTRAINTS]: 'primary key (partner_id, list, day)',
  },
  failed_event: {
    id: 'bigint generated by default as identity primary key',
    partner_id: 'bigint not null references partner',
    list: column<FailedEventList>('text not null'),
    /** The day of failed_at in the service's zone, YYYY-MM-DD. */
    day: 'date not null',
    /** 1, 2, 3 … within partner, list and day, without a gap. Pages are found by it. */
    position: 'integer not null',
    /**
     * The item exactly as it is returned: JSON text of a FailedEventRecord, validated when recorded.
     */
    item: 'text not null',
    [CONSTRAINTS]: 'unique (partner_id, list, day, position)',
  },
  /** A call that the telephone switch has reported as ended. The switch chooses the id. */
  tracked_call: {
    id: 'bigint primary key',
    tracking_number_id: 'bigint not null references tracking_number',
    ended_at: 'timestamptz not null',
    /** When its AI analysis was reported as complete. */
    analysed_at: 'timestamptz',
    /**
     * Digests of its two reports (call-reports/payloads.ts); null if its caller was erased or the demo made it.
     */
    report_digest: 'bytea',
    analysis_digest: 'bytea',
  },

  /**
   * One event on its way to one receiver. It keeps the id of its event: the webhook-id of each attempt, the id of the
   * failed event that it may become, and the webhook-id of its replays. So both tables share one sequence.
   *
   * Each attempt updates its delivery, so no index includes the columns that it changes, and each page has
   * room for new versions of its rows (HOT).
   */
  delivery: {
    /** The event's id in each attempt, in the list of failed events and in each replay. */
    id: "bigint primary key default nextval(pg_get_serial_sequence('failed_event', 'id'))",
    call_id: 'bigint not null references tracked_call',
    tracking_number_id: 'bigint not null references tracking_number',
    /** The tracking number's partner when it was added. */
    partner_id: 'bigint not null',
    event: column<WebhookEvent>('text not null'),
    callback_url: 'text not null',
    /** The JSON text that is sent, byte for byte. */
    payload: 'text not null',
    /**
     * docs/interface.md, "States and transitions": while it waits, `attempts` says for which
     * retry.
     */
    state: column<Generated<'waiting' | 'delivered' | 'failed'>>("text not null default 'waiting'"),
    /** The number of attempts that were made and recorded. */
    attempts: 'integer not null default 0',
    created_at: 'timestamptz not null default now()',
    /** When the next attempt is or was due, by the database's clock. The job queue decides by it. */
    next_attempt_at: 'timestamptz not null',
    settled_at: 'timestamptz',
    [CONSTRAINTS]: 'unique (call_id, event)',
    [STORAGE]: 'fillfactor = 70',
  },
  /** A first attempt that succeeds has no row. */
  delivery_attempt: {
    delivery_id: 'bigint not null',
    /** 1 for the initial attempt. */
    number: 'integer not null',
    at: 'timestamptz not null',
    status: 'integer',
    error: 'text',
    cause: column<Cause | null>('jsonb'),
    duration_ms: 'integer not null',
    [CONSTRAINTS]: 'primary key (delivery_id, number)',
  },
  /** A process that makes attempts (server/webhooks/engine/live-processes.ts). */
  worker_process: {
    id: 'uuid primary key',
    alive_until: 'timestamptz not null',
    /** The receivers whose attempts it starts late, because they don't answer. */
    late: column<JSONColumnType<{ account: string; receiver: string; latenessMs: number }[]>>(
      "jsonb not null default '[]'",
    ),
  },
} as const
