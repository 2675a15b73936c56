import type { Generated } from 'kysely'
import type { FailedEventList, WebhookEvent } from '../../contract/failed-event.ts'

/** The call-tracking service's own tables. */
export type ServiceTables = {
  partner: {
    id: Generated<number>
    /** Of one that is removed, another text: see `removedText`. */
    reference: string
    name: string
    removed_at: Generated<Date | null>
  }
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
    /** null for never. */
    expires_at: Generated<Date | null>
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
    /** null of one that is removed. */
    company_id: number | null
    /** Of one that is removed, another text: see `removedText`. */
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
    removed_at: Generated<Date | null>
    /** The phone number of one that is removed; null of others. */
    former_number: Generated<string | null>
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
