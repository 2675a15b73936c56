import type { Generated, JSONColumnType } from 'kysely'
import type {
  ActivityBy,
  ActivityEvent,
  ActivityKind,
  ActivityOutcome,
} from '../../contract/activity.ts'
import type { FailedEventList, WebhookEvent } from '../../contract/failed-event.ts'
import type { ReplayItemState, ReplayRun, ReplayRunState } from '../../contract/replay.ts'

/** The tables as Kysely sees them; migrations/ make them. */
export type Schema = ServiceTables & EngineTables & GatewayTables

/** The call-tracking service's own tables. */
type ServiceTables = {
  partner: { id: Generated<number>; reference: string; name: string }
  api_token: {
    id: Generated<number>
    partner_id: number
    /** What a person calls the token by, to find it when it's to be revoked. */
    label: string
    /** SHA-256 in hex: the token itself is kept nowhere. */
    token_hash: string
    blocklist_permission: boolean
    created_at: Generated<Date>
    revoked_at: Date | null
  }
  company: { id: Generated<number>; partner_id: number; reference: string; name: string }
  /** Named so because GROUP is a word of SQL. */
  company_group: { id: Generated<number>; partner_id: number; reference: string; name: string }
  company_group_member: { group_id: number; company_id: number }
  contact: {
    id: Generated<number>
    partner_id: number
    company_id: number
    reference: string
    name: string
  }
  tracking_number: {
    id: Generated<number>
    partner_id: number
    company_id: number
    phone_number: string
    call_term_callbacks: string | null
    mcs_call_term_callbacks: string | null
    ai_enabled: Generated<boolean>
    missed_call_saver: Generated<boolean>
    /** Signs its webhooks: "whsec_" and 32 bytes in base64, as Standard Webhooks writes it. */
    secret: Generated<string>
    /** The one before the last rotation, which also signs until then. */
    previous_secret: Generated<string | null>
    previous_secret_until: Generated<Date | null>
  }
  available_source: { id: Generated<number>; partner_id: number; name: string }
  tn_prefix: { prefix: string; name: string }
  /** One row for an entity that numbers are or were blocked for. No company and no group: the partner. */
  blocklist: {
    id: Generated<number>
    partner_id: number
    company_id: number | null
    group_id: number | null
  }
  blocked_number: { blocklist_id: number; phone_number: string; blocked_at: Generated<Date> }
  /** A call that the telephone switch has reported as ended; its id is the switch's. */
  tracked_call: {
    id: number
    tracking_number_id: number
    ended_at: Date
    /** When its AI analysis was reported as complete. */
    analysed_at: Date | null
    /** Of what its two reports said (report-digest.ts); null where it was reported before these were kept. */
    report_digest: Buffer | null
    analysis_digest: Buffer | null
  }
  /** One event on its way to one receiver. */
  delivery: {
    /** The event's, in each attempt, in the failed-event list and in each replay. */
    id: Generated<number>
    call_id: number
    tracking_number_id: number
    /** The tracking number's when it was added; null where an earlier version added it. */
    partner_id: Generated<number | null>
    created_at: Generated<Date>
    event: WebhookEvent
    callback_url: string
    /** The JSON text that is sent, byte for byte. */
    payload: string
    /**
     * docs/interface.md, "States and transitions": while it waits, `attempts` tells for which
     * retry.
     */
    state: Generated<'waiting' | 'delivered' | 'failed'>
    /** How many were made and recorded. */
    attempts: Generated<number>
    /** When the next one is or was due, by the database's clock; the job queue holds it to that. */
    next_attempt_at: Date
    settled_at: Date | null
  }
  /** A first attempt that succeeded has none. */
  delivery_attempt: {
    delivery_id: number
    /** 1 for the initial attempt. */
    number: number
    at: Date
    status: number | null
    error: string | null
    duration_ms: number
  }
  failed_event: {
    id: Generated<number>
    partner_id: number
    list: FailedEventList
    /** The day of failed_at in the service's zone, YYYY-MM-DD. */
    day: string
    /** 1, 2, 3 … within partner, list and day, without a gap: pages are found by it. */
    position: number
    /** The item as it is answered: JSON text of a FailedEventRecord, validated when recorded. */
    item: string
  }
  failed_event_day: { partner_id: number; list: FailedEventList; day: string; count: number }
}

/** A process that makes attempts (server/webhooks/engine/live-processes.ts). */
type EngineTables = {
  worker_process: {
    id: string
    alive_until: Date
    /** The receivers whose attempts it begins late, since they don't answer. */
    late: JSONColumnType<{ account: string; receiver: string; latenessMs: number }[]>
  }
}

/** The gateway's own tables. They name things of the service only as its interface does. */
type GatewayTables = {
  replay_run: {
    id: string
    /** Whose run it is (docs/decisions/0018). */
    account: string
    /** A keyed hash of the token that made it. */
    made_by: string
    /** The service that the events came from. */
    service: string
    list: FailedEventList
    from_date: string
    to_date: string
    asked_for: ReplayRun['asked_for']
    state: Generated<ReplayRunState>
    /** Why it is broken, in words. */
    problem: Generated<string | null>
    who: string | null
    created_at: Generated<Date>
    started_at: Generated<Date | null>
    finished_at: Generated<Date | null>
    read_found: Generated<number>
    /** null as long as that isn't known. */
    read_of: number | null
    /** While it is "reading": until when the process that reads it is taken to be alive. */
    lease_until: Generated<Date | null>
    /** How many of its items are queued or being sent. */
    open_items: Generated<number>
    /** How many of its items are in each state, once that can't change any more. */
    final_counts: Generated<Partial<Record<ReplayItemState, number>> | null>
    /** What its items take, payloads and all, more or less. */
    stored_bytes: Generated<number>
    /** When somebody last looked at it, as long as it isn't started; to the minute. */
    looked_at: Generated<Date>
    /**
     * What is still to be done with its items (docs/decisions/0045). One that is paused is
     * "withdrawn" when none of them can be sent any more by a job that it had.
     */
    task: Generated<'queue' | 'withdraw' | 'withdrawn' | 'skip' | 'copy' | 'delete' | null>
    /** The pass and the id of the last item that the task is done with; a pass of null: none yet. */
    task_pass: Generated<number | null>
    task_item: Generated<number>
    /** Why the task skips items, in words. */
    task_reason: Generated<string | null>
    /** Whether it sends what a replay had delivered before; null until it is started. */
    include_delivered: Generated<boolean | null>
    /** The run whose failed items it gets. */
    copy_of: Generated<string | null>
  }
  replay_item: {
    id: Generated<number>
    run_id: string
    service: string
    list: FailedEventList
    event_id: string
    state: ReplayItemState
    receiver_url: string | null
    /** The host and port of receiver_url, for the version before. */
    receiver: Generated<string | null>
    /** `receiverName` of receiver_url, which runs are counted by; null of items that an earlier version added. */
    receiver_name: Generated<string | null>
    /** The payload's text as the service gave it. */
    payload: string
    /** Why it was skipped or failed again, in words. */
    reason: string | null
    settled_at: Date | null
    /** In which reading of the list it was found: what a later one finds is newer. */
    pass: Generated<number>
    /** The job that may send it: one that was removed in the meantime may not. */
    job_id: Generated<string | null>
    /** When the event failed; null where the service doesn't say, or an earlier version added the item. */
    failed_at: Generated<Date | null>
  }
  replay_attempt: {
    id: Generated<number>
    item_id: number
    /** All three as its item has them. */
    service: string
    receiver: string | null
    receiver_name: Generated<string | null>
    at: Date
    status: number | null
    error: string | null
    duration_ms: number
    answer: string | null
  }
  /** Failed events that a person has marked as dealt with in another way than by a replay. */
  handled_event: {
    service: string
    account: string
    list: FailedEventList
    event_id: string
    who: string | null
    at: Generated<Date>
    /** When the event failed; null where that is unknown. */
    failed_at: Generated<Date | null>
  }
  /** Where a tracking number's events go that name no callback URL. */
  receiver_setting: {
    service: string
    account: string
    /** As contract/receiver.ts writes it. */
    tracking_number: string
    url: string
    who: string | null
    set_at: Generated<Date>
  }
  /** A browser that is signed in. It ends when its row goes, when it is not used, and after a week. */
  session: {
    id: Generated<string>
    /** SHA-256 of what the cookie holds: the cookie itself is kept nowhere. */
    cookie_hash: Buffer
    service: string
    /** As in replay_run. */
    account: string
    /** A keyed hash of the token, as in replay_run. */
    made_by: string
    /** The token, which can be opened with the cookie and SESSION_SECRET together. */
    sealed: Buffer
    name: string | null
    /** Such as "Firefox on Windows". */
    browser: string
    started_at: Generated<Date>
    /** To the minute. */
    last_used_at: Generated<Date>
  }
  /** The code of a printed sign-in link, which signs in once. */
  sign_in_code: {
    code_hash: Buffer
    service: string
    /** The token, which can be opened with the code and SESSION_SECRET together. */
    sealed: Buffer
    expires_at: Date
  }
  /** One row: the key of the hashes that accounts are known by, sealed with SESSION_SECRET. */
  account_key: { id: Generated<number>; sealed: Buffer }
  /** Who did or tried what, of those who are on an account (docs/decisions/0040). */
  activity: {
    id: Generated<number>
    at: Generated<Date>
    service: string
    account: string
    who: string | null
    by: ActivityBy
    address: string | null
    kind: ActivityKind
    outcome: ActivityOutcome
    status: number | null
    reason: string | null
    /** As its kind has them (contract/activity.ts). */
    details: JSONColumnType<ActivityEvent['details']>
    /** Phone numbers of a blocklist change. */
    numbers: string[] | null
  }
}
