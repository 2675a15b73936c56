import type { Generated, JSONColumnType } from 'kysely'
import type {
  ActivityBy,
  ActivityEvent,
  ActivityKind,
  ActivityOutcome,
} from '../../contract/activity.ts'
import type { Cause } from '../../contract/cause.ts'
import type { FailedEventList } from '../../contract/failed-event.ts'
import type {
  ReplayFailure,
  ReplayItemState,
  ReplayRun,
  ReplayRunState,
} from '../../contract/replay.ts'

/** The gateway's own tables. They refer to the service only by what its interface shows. */
export type GatewayTables = {
  replay_run: {
    id: string
    /** Owner of the run (docs/decisions/0038). */
    account: string
    /** A keyed hash of the token that created it. */
    made_by: string
    /** The service that the events came from. */
    service: string
    list: FailedEventList
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
    /** The number of its items that are queued or being sent. */
    open_items: Generated<number>
    /** The number of its items in each state, once that can't change any more. */
    final_counts: Generated<Partial<Record<ReplayItemState, number>> | null>
    /** The approximate size of its items, including payloads. */
    stored_bytes: Generated<number>
    /** When somebody last viewed it, while it isn't started; to the minute. */
    looked_at: Generated<Date>
    /** What is still to be done with its items (docs/decisions/0017). */
    task: Generated<'queue' | 'unqueue' | 'skip' | 'copy' | 'delete' | null>
    /**
     * The pass and the id of the last item that the task has finished; a pass of null means none yet.
     */
    task_pass: Generated<number | null>
    task_item: Generated<number>
    /** Why the task skips items, for people. */
    task_reason: Generated<string | null>
    /** Whether it also sends events that a replay had delivered; null until it is started. */
    include_delivered: Generated<boolean | null>
    /** Whether it also sends events that a person had marked as handled; null as in include_delivered. */
    include_handled: Generated<boolean | null>
    /** The run whose failed items it copies. */
    copy_of: Generated<string | null>
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
  /** Failed events that a person has marked as dealt with in another way than by a replay. */
  handled_event: {
    service: string
    account: string
    list: FailedEventList
    event_id: string
    who: string | null
    at: Generated<Date>
    /** When the event failed; null if that is unknown. */
    failed_at: Generated<Date | null>
  }
  /** Where events go that name no callback URL, for each tracking number. */
  receiver_setting: {
    service: string
    account: string
    /** Normalised as in contract/receiver.ts. */
    tracking_number: string
    url: string
    who: string | null
    set_at: Generated<Date>
  }
  /** How a foreign service names the fields of its failed events, as one account reads them. */
  service_fields: {
    service: string
    account: string
    list: FailedEventList
    /** A `FieldMap` (contract/fields/field-map.ts). */
    map: JSONColumnType<object>
    source: 'recognized' | 'person'
    sample: number
    who: string | null
    set_at: Generated<Date>
  }
  /** Hosts found in a field of a foreign service, to which a person allowed replays. */
  confirmed_receiver: {
    service: string
    account: string
    receiver: string
    who: string | null
    at: Generated<Date>
  }
  /**
   * A signed-in browser. The session ends when its row is deleted, when it is idle, and after a week.
   */
  session: {
    id: Generated<string>
    /** SHA-256 of the cookie's value. The cookie itself is not stored. */
    cookie_hash: Buffer
    service: string
    /** As in replay_run. */
    account: string
    /** A keyed hash of the token, as in replay_run. */
    made_by: string
    /** The token, which can be decrypted only with the cookie and SESSION_SECRET together. */
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
    /** The token, which can be decrypted only with the code and SESSION_SECRET together. */
    sealed: Buffer
    expires_at: Date
  }
  /** One row: the key of the hashes that identify accounts, encrypted with SESSION_SECRET. */
  account_key: { id: Generated<number>; sealed: Buffer }
  /** Who did or tried what, for each account (docs/decisions/0040). */
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
    /** Depends on the kind (contract/activity.ts). */
    details: JSONColumnType<ActivityEvent['details']>
    /** Phone numbers of a blocklist change. */
    numbers: string[] | null
  }
}
