import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type {
  ActivityBy,
  ActivityEvent,
  ActivityKind,
  ActivityOutcome,
} from '../../contract/activity.ts'
import type { BlockReason } from '../../contract/blocklist/block-notes.ts'
import type { EntityContext } from '../../contract/blocklist.ts'
import type { Cause } from '../../contract/cause.ts'
import type { Attempt, FailedEventList } from '../../contract/failed-event.ts'
import type {
  FollowUpKey,
  FollowUpNote,
  FollowUpState,
  Language,
} from '../../contract/follow-up.ts'
import type {
  NoticeChoices,
  NoticeKind,
  Notices,
  OutboxMessage,
} from '../../contract/notices/notice.ts'
import type {
  ReceiverPause,
  ReplayFailure,
  ReplayItemState,
  ReplayRun,
  ReplayRunState,
} from '../../contract/replay.ts'
import type { ViewDays } from '../../contract/saved-view.ts'

/** What belongs to an account of a service (docs/decisions/0038). */
type OfAccount = { service: string; account: string }

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

/** The gateway's own tables. They refer to the service only by what its interface shows. */
export type GatewayTables = {
  replay_run: OfAccount & {
    id: string
    /** A keyed hash of the token that created it. */
    made_by: string
    /** null for both lists. */
    list: FailedEventList | null
    from_date: string
    to_date: string
    asked_for: ReplayRun['asked_for']
    state: Generated<ReplayRunState>
    /** Why it is broken, for people. */
    problem: Generated<string | null>
    who: string | null
    created_at: Generated<Date>
    started_at: Generated<Date | null>
    finished_at: Generated<Date | null>
    read_found: Generated<number>
    /** null while that is unknown. */
    read_of: number | null
    /** While it is "reading": how long the process that loads it counts as alive. */
    lease_until: Generated<Date | null>
    /** The number of its items that are neither settled nor skipped, once it is started or has ended. */
    open_items: Generated<number>
    /** The number of its items in each state, once that can't change any more. */
    final_counts: Generated<Partial<Record<ReplayItemState, number>> | null>
    /** The approximate size of its items, including payloads. */
    stored_bytes: Generated<number>
    /** When somebody last viewed it, while it isn't started; to the minute. */
    looked_at: Generated<Date>
    /** Whether it is a draft that was given up, whose items are being deleted. */
    task: Generated<'delete' | null>
    /** Whether it also sends events that a replay had delivered; null until it is started. */
    include_delivered: Generated<boolean | null>
    /** Whether it also sends events that a person had marked as handled; null as in include_delivered. */
    include_handled: Generated<boolean | null>
    /** Whether it also sends events that failed in many runs; null as in include_delivered. */
    include_failed_often: Generated<boolean | null>
    /** What its people call it, and why they replay. */
    name: Generated<string | null>
    reason: Generated<string | null>
    /** How many events it sends in a second at most, and when it may send the next one. */
    pace: Generated<number | null>
    paced_until: Generated<Date | null>
    /**
     * Whether it is older than runs are kept. Then it has only the items that were delivered, without
     * their payloads, once it is "emptied" (docs/decisions/0060).
     */
    retired: Generated<'emptying' | 'emptied' | null>
  }
  replay_item: {
    id: Generated<number>
    run_id: string
    service: string
    list: FailedEventList
    event_id: string
    state: ReplayItemState
    receiver_url: string | null
    /** `receiverName` of receiver_url, by which runs are counted. */
    receiver_name: Generated<string | null>
    /** The payload's text exactly as the service returned it; `payloadDigest` of it in a retired run. */
    payload: string
    /** Why it was skipped or failed again, for people. */
    reason: string | null
    /** How it failed again, for programs; null if it didn't. */
    failure: Generated<ReplayFailure | null>
    settled_at: Date | null
    /** The pass over the list that found it: a later pass finds newer events. */
    pass: Generated<number>
    /** The job that may send it. A job that it had before may not. */
    job_id: Generated<string | null>
    /** When the event failed; null if the service doesn't report it. */
    failed_at: Generated<Date | null>
    /** The beginning of the company's name in the payload, for the order of a list; null if it has none. */
    company: Generated<string | null>
    /** How many trials of a standing order ended without an answer, so that the receiver may have it. */
    trials: Generated<number>
  }
  /** A receiver of a running run that has open items. Its run's row is locked before it changes. */
  replay_receiver: {
    run_id: string
    receiver_name: string
    /** The number of its items that are neither settled nor skipped. */
    open_items: number
    /** How many of these have a job or are being sent. */
    released_items: number
    /** How many were sent for a standing order, failed, and wait again since the receiver last began. */
    returned_items: Generated<number>
    ramp: JSONColumnType<Ramp>
    /** Why it gets no more events for now. */
    pause: JSONColumnType<Omit<ReceiverPause, 'until' | 'order_until'>> | null
    /** When that pause ends, if it ends without a person. */
    wait_until: Generated<Date | null>
    /** Why its events are skipped, for people. */
    stop_reason: Generated<string | null>
    /** The last item that was released. A job may send no item after it. */
    reached_at: Generated<Date>
    reached_pass: Generated<number>
    reached_id: Generated<number>
    changed_at: Generated<Date>
  }
  /** Has the waiting events of a run's receiver sent when it recovers (replays/store/standing-orders.ts). */
  standing_order: {
    run_id: string
    receiver_name: string
    who: string | null
    made_at: Generated<Date>
    ends_at: Date
    /** How many trials it has waited for since the receiver last took a whole step. */
    trials: Generated<number>
    last_trial: JSONColumnType<StoredTrial> | null
    /** Why it ended, for people; null while it waits or sends. */
    ended: string | null
    /** What a person has to know about it, also after its end, until they stop it. */
    problem: string | null
    /**
     * For an order that takes later failures: the Authorization header of the person who made it, which can be
     * decrypted only with SESSION_SECRET, and a keyed hash of it.
     */
    sealed: Buffer | null
    made_by: string | null
    /** How many later failures it may still add. */
    events_left: number | null
    /** When Redial looks for later failures again. */
    next_read_at: Date | null
    /** The draft of its later failures, which gets the order when it has been loaded. */
    next_run: string | null
  }
  replay_attempt: {
    id: Generated<number>
    item_id: number
    /** The same values as in its item. */
    service: string
    receiver_name: Generated<string | null>
    at: Date
    status: number | null
    error: string | null
    cause: Generated<Cause | null>
    duration_ms: number
    answer: string | null
  }
  /**
   * What became of a failed event after its final failure (docs/decisions/0048). Written in the transaction that
   * settles a replay of it or marks it. A replay in progress is only in replay_item.
   */
  event_state: OfAccount & {
    list: FailedEventList
    event_id: string
    /** The newest replay that delivered it. */
    delivered_at: Date | null
    delivered_by: string | null
    /** Marked as dealt with in another way. */
    handled_at: Date | null
    handled_by: string | null
    /** The newest replay that failed. */
    failed_again_at: Date | null
    failed_again_by: string | null
    /** How that replay failed; null if nothing but its result could be recorded. */
    failure: JSONColumnType<Pick<Attempt, 'status' | 'error' | 'cause'>> | null
    /** `failureSummary` and the status of that failure, by which lists are filtered. */
    cause: string | null
    status: number | null
    /** When the event failed; null if that is unknown. */
    failed_at: Date | null
    /** The day of a run that covers one day only, in case `failed_at` is unknown. */
    day: string | null
  }
  /** A list of an account that the gateway copies from the service (docs/decisions/0061). */
  event_mirror: OfAccount & {
    id: Generated<number>
    list: FailedEventList
    /** Grows with each change of its events, its days and their readings. */
    version: Generated<number>
    /** When a person last changed the fields by which the events are read. */
    fields_set_at: Generated<Date | null>
    /** How the service refused the list when it was last requested. Then nothing of it may be shown. */
    refusal: number | null
    refused_at: Generated<Date | null>
    /** Which process reads it, and until when that counts. */
    lease_until: Generated<Date | null>
    lease_by: Generated<string | null>
  }
  /** A day of a copied list. */
  event_mirror_day: {
    mirror_id: number
    day: string
    /** When the newest complete reading that includes it began; null if there is none. */
    complete_at: Generated<Date | null>
    /** Whether that reading began so long after the end of the day that it need not be repeated. */
    is_final: Generated<boolean>
    /** When a person last opened it. */
    opened_at: Generated<Date>
  }
  /** A range of a copied list that people look at, and the reading of it. */
  event_reading: {
    mirror_id: number
    from_date: string
    /** This day is not included. */
    to_date: string
    /** The service's newest count of the whole range; null if it doesn't count. */
    count: Generated<number | null>
    /** The walk in progress (`WalkState` of events/reading/walk-state.ts); null if there is none. */
    walk: JSONColumnType<object> | null
    /** Whether each day is read separately, because the service doesn't say when events failed. */
    is_by_day: Generated<boolean>
    /** When a person last asked to read it again. */
    again_at: Generated<Date | null>
    /** Until when the service asked to wait. */
    wait_until: Generated<Date | null>
    is_stopped: Generated<boolean>
    /** Why the reader gave up: an answer of the gateway. */
    problem: JSONColumnType<{ status: number; detail: string }> | null
    /** When a page that shows this range last asked for it. */
    asked_at: Generated<Date>
    /** When a person last opened such a page. */
    opened_at: Generated<Date>
  }
  /** A failed event as the service lists it, without its payload. */
  listed_event: {
    mirror_id: number
    event_id: string
    /** Counts events with the same id: 2 is the second one. */
    ordinal: number
    day: string
    /** Its place in the list of its day: the smallest, which may be negative, is the service's first. */
    position: number
    /** The page of 100 events where it was listed. */
    page: number
    /** The parameters of the service's link to that page, if its number is not enough. */
    cursor: string | null
    /** The days of the walk that found it, to which the page belongs. */
    walk_from: string
    walk_to: string
    /** SHA-256 of the columns that come from the service, to notice changes. */
    digest: string
    /** A `WebhookEvent`, or the service's own name for the kind of event. */
    event: string | null
    /** The name of that kind in lists and filters: "Call". */
    kind: string
    callback_url: string | null
    /** `receiverLabel` of callback_url. */
    receiver: string
    /** `normaliseText` of the column before it, for searches and orders; so are the other keys. */
    receiver_key: string
    failed_at: Date | null
    /** failed_at, or else the time of the call. */
    at: Date | null
    attempt_count: number | null
    /** How the service's last attempt failed, if the service says so (`has_outcome`). */
    status: number | null
    error: string | null
    cause_code: JSONColumnType<Cause> | null
    has_outcome: boolean
    /** `failureSummary` of that. */
    cause: string
    cause_key: string
    /** The name that lists show. */
    company: string
    company_key: string
    company_reference: string | null
    has_company: boolean
    contact: string | null
    reference: string | null
    caller_number: string | null
    tracking_number: string | null
    /** The key of the caller's number, or else of the tracking number. */
    caller_key: string | null
    call_id: string | null
    call_start: Date | null
    call_end: Date | null
    /** Everything that a search finds, as `normaliseText` writes it, without the cause and the receiver. */
    words: string
    /** The digits of its numbers, for a search. */
    digits: string
    /** Whether the service lists what was sent, so that it can be sent again. */
    has_payload: boolean
    /** When a reading last found it. */
    read_at: Generated<Date>
    /** Whether a replay can know where to send it. */
    has_receiver: GeneratedAlways<boolean>
    /** A hash of call_id, to count different calls. */
    call_hash: GeneratedAlways<number | null>
    /**
     * A hash of company, cause, receiver, kind and status, and of the tracking number of an event that names no
     * receiver. Events are counted by it, which is many times faster than by these texts. Hashes have more than 53
     * bits, so they stay in the database.
     */
    facet: GeneratedAlways<number>
  }
  /** Why, by whom and until when numbers are blocked for an entity (server/gateway/blocklist/block-notes.ts). */
  block_note: OfAccount & {
    id: GeneratedAlways<number>
    context: EntityContext
    reference: string
    /** Digits only. */
    phone_numbers: string[]
    reason: BlockReason | null
    note: string | null
    until: string | null
    who: string | null
    /** When they were blocked with Redial; null if they were added outside. */
    at: Date | null
  }
  /** Numbers that an account doesn't want to block. */
  protected_number: OfAccount & {
    phone_number: string
    /** Whose it is, for people. */
    label: string
    who: string | null
    added_at: Generated<Date>
  }
  /** Where events go that name no callback URL, for each tracking number. */
  receiver_setting: OfAccount & {
    /** Normalised as in contract/receiver.ts. */
    tracking_number: string
    url: string
    who: string | null
    set_at: Generated<Date>
  }
  /** A list's URL that a person saved under a name, for themselves or for the account. */
  saved_view: OfAccount & {
    id: Generated<string>
    /** The lower-case name of the person who alone sees it; null for everybody on the account. */
    owner: string | null
    name: string
    list: FailedEventList
    days: JSONColumnType<ViewDays>
    query: string
    layout: JSONColumnType<Record<string, unknown>> | null
    version: Generated<number>
    who: string | null
    changed_at: Generated<Date>
  }
  /** The view that opens when a person opens a list. The view may have been deleted. */
  saved_view_default: OfAccount & {
    person: string
    list: FailedEventList
    view_id: string
  }
  /** How a foreign service names the fields of its failed events, as one account reads them. */
  service_fields: OfAccount & {
    list: FailedEventList
    /** A `FieldMap` (contract/fields/field-map.ts). */
    map: JSONColumnType<object>
    source: 'recognized' | 'person'
    sample: number
    who: string | null
    set_at: Generated<Date>
  }
  /** What the account's people do about the failures of a receiver or a company. */
  follow_up: OfAccount & {
    id: Generated<number>
    kind: FollowUpKey['kind']
    /** The name in lists and groups. */
    value: string
    /** Who has taken it. */
    owner: string | null
    state: Generated<FollowUpState>
    /** When it was set to done; null in other states. Later failures reopen it. */
    done_at: Date | null
    ticket_url: string | null
    version: Generated<number>
    changed_by: string | null
    changed_at: Date | null
    /** The language of messages; null until somebody chooses one. */
    language: Language | null
  }
  /** Rows are only added. */
  follow_up_note: {
    id: Generated<number>
    follow_up_id: number
    at: Generated<Date>
    who: string | null
    what: FollowUpNote['what']
    text: string | null
  }
  /** Hosts found in a field of a foreign service, to which a person allowed replays. */
  confirmed_receiver: OfAccount & {
    receiver: string
    who: string | null
    at: Generated<Date>
  }
  /**
   * A signed-in browser. The session ends when its row is deleted, when it is idle, and after a week.
   */
  session: OfAccount & {
    id: Generated<string>
    /** SHA-256 of the cookie's value. The cookie itself is not stored. */
    cookie_hash: Buffer
    /** A keyed hash of the token, as in replay_run. */
    made_by: string
    /** The token, which can be decrypted only with the cookie and SESSION_SECRET together. */
    sealed: Buffer
    name: string | null
    /** Such as "Firefox on Windows". */
    browser: string
    started_at: Generated<Date>
    /** Rounded to the minute. */
    last_used_at: Generated<Date>
  }
  /** The code of a printed sign-in link, which signs in once. */
  sign_in_code: {
    code_hash: Buffer
    service: string
    /** The token, which can be decrypted only with the code and SESSION_SECRET together. */
    sealed: Buffer
    expires_at: Date
  }
  /** One row: the key of the hashes that identify accounts, encrypted with SESSION_SECRET. */
  account_key: { id: Generated<number>; sealed: Buffer }
  /** Who did or tried what, for each account (docs/decisions/0040). */
  activity: OfAccount & {
    id: Generated<number>
    at: Generated<Date>
    who: string | null
    by: ActivityBy
    address: string | null
    kind: ActivityKind
    outcome: ActivityOutcome
    status: number | null
    reason: string | null
    /** Depends on the kind (contract/activity.ts). */
    details: JSONColumnType<ActivityEvent['details']>
    /** Phone numbers of a blocklist change. */
    numbers: string[] | null
  }
  /** An account whose lists Redial reads although nobody has them open (docs/decisions/0066). */
  notice_watch: OfAccount & {
    id: Generated<number>
    who: string | null
    /** A keyed hash of the token with which Redial reads. */
    made_by: string
    /** The Authorization header, which can be decrypted only with SESSION_SECRET; null once it has ended. */
    sealed: Buffer | null
    started_at: Date
    /** When a person of the account last opened Redial, to the hour. */
    visited_at: Date
    looked_at: Date | null
    next_look_at: Date
    /** How often Redial has looked. Of two processes that look at the same time, the first one counts. */
    looks: Generated<number>
    /** A `WatchState` (server/gateway/notices/judge.ts). */
    state: JSONColumnType<object>
    /** Why it stopped by itself, for people. */
    ended: string | null
  }
  /** What Redial reports to the people of an account, or to a company's failure contact. */
  notice: OfAccount & {
    id: GeneratedAlways<number>
    /** What it is about. No two notices of an account have the same key. */
    key: string
    at: Date
    kind: NoticeKind
    receiver: string | null
    /** Whose events it counts; null for all of the account. */
    company: string | null
    /** A `NoticeFacts` (server/gateway/notices/describe-notice.ts). */
    facts: JSONColumnType<object>
  }
  /** A person who gets messages, or a company's failure contact. */
  notice_recipient: OfAccount & {
    id: Generated<string>
    /** A keyed hash of the person's token, or of the token that added the contact. */
    made_by: string
    /** The person's name, or that of the one who added the contact; empty if they have none. */
    who: string
    /** Whose failure contact it is; null for a person. */
    company: string | null
    email: string | null
    /** The URL of an incoming webhook, which can be decrypted only with SESSION_SECRET. */
    webhook: Buffer | null
    webhook_host: string | null
    /** Where links in messages begin. */
    origin: string
    topics: JSONColumnType<NoticeChoices['topics']>
    schedule: NoticeChoices['schedule']
    daily_at: string
    quiet: JSONColumnType<NonNullable<NoticeChoices['quiet']>> | null
    snoozed: JSONColumnType<Notices['snoozed']>
    /** When a failure contact confirmed the address. */
    confirmed_at: Date | null
    unsubscribed_at: Date | null
    /** The last notice that was put into a message or left out of one. */
    told_until: number
    /** The day of the last daily message. */
    digest_on: string | null
    /** The last notice that the person saw in the dashboard. */
    seen_until: Generated<number>
    visited_at: Date
  }
  /** A message to one address or webhook. Nothing is handed over twice. */
  notice_message: {
    id: Generated<string>
    recipient_id: string
    channel: 'email' | 'webhook'
    subject: string
    /** A `MessageContent` (server/gateway/notices/compose-message.ts). */
    content: JSONColumnType<object>
    state: Generated<OutboxMessage['state']>
    attempts: Generated<number>
    at: Date
    /** When it is sent next; while it is "sending", until when its process may take. */
    next_at: Date | null
    error: string | null
  }
  /** When Redial last looked at a receiver's certificate, for all accounts. */
  receiver_certificate: { receiver: string; checked_at: Date; valid_until: Date | null }
}
