import type { Generated, JSONColumnType } from 'kysely'
import type { Cause } from '../../contract/cause.ts'
import type { FailedEventList, WebhookEvent } from '../../contract/failed-event.ts'
import type { GatewayTables } from './gateway-tables.ts'

/** Our own service's name in our tables. */
export const OWN_SERVICE = 'own'

/** The call-tracking service's own tables. */
type ServiceTables = {
  partner: {
    id: Generated<number>
    /** A removed partner has a placeholder here; see `removedText`. */
    reference: string
    name: string
    removed_at: Generated<Date | null>
  }
  api_token: {
    id: Generated<number>
    partner_id: number
    /** What a person calls the token, to find it when it has to be revoked. */
    label: string
    /** SHA-256 in hex. The token itself is not stored. */
    token_hash: string
    blocklist_permission: boolean
    created_at: Generated<Date>
    revoked_at: Date | null
    /** null for never. */
    expires_at: Generated<Date | null>
  }
  company: { id: Generated<number>; partner_id: number; reference: string; name: string }
  /** Named so because GROUP is an SQL keyword. */
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
    /** null for a removed number. */
    company_id: number | null
    /** A removed number has a placeholder here; see `removedText`. */
    phone_number: string
    call_term_callbacks: string | null
    mcs_call_term_callbacks: string | null
    ai_enabled: Generated<boolean>
    missed_call_saver: Generated<boolean>
    /** Signs its webhooks: "whsec_" and 32 bytes in base64, as Standard Webhooks writes it. */
    secret: Generated<string>
    /** The secret before the last rotation, which also signs until then. */
    previous_secret: Generated<string | null>
    previous_secret_until: Generated<Date | null>
    removed_at: Generated<Date | null>
    /** The number before removal; null if the row isn't removed. */
    former_number: Generated<string | null>
  }
  available_source: { id: Generated<number>; partner_id: number; name: string }
  tn_prefix: { prefix: string; name: string }
  /**
   * One row for each entity that has or had blocked numbers. Without a company and a group: the
   * partner.
   */
  blocklist: {
    id: Generated<number>
    partner_id: number
    company_id: number | null
    group_id: number | null
  }
  /** How many calls of a blocked number a list refused on a day. */
  refused_check: {
    blocklist_id: number
    phone_number: string
    day: string
    count: number
    last_at: Date
  }
  blocked_number: { blocklist_id: number; phone_number: string; blocked_at: Generated<Date> }
  /** A call that the telephone switch has reported as ended. The switch chooses the id. */
  tracked_call: {
    id: number
    tracking_number_id: number
    ended_at: Date
    /** When its AI analysis was reported as complete. */
    analysed_at: Date | null
    /**
     * Digests of its two reports (call-reports/payloads.ts); null if its caller was erased or the demo made it.
     */
    report_digest: Buffer | null
    analysis_digest: Buffer | null
  }
  /** One event on its way to one receiver. */
  delivery: {
    /** The event's id in each attempt, in the list of failed events and in each replay. */
    id: Generated<number>
    call_id: number
    tracking_number_id: number
    /** The tracking number's partner when it was added. */
    partner_id: number
    created_at: Generated<Date>
    event: WebhookEvent
    callback_url: string
    /** The JSON text that is sent, byte for byte. */
    payload: string
    /**
     * docs/interface.md, "States and transitions": while it waits, `attempts` says for which
     * retry.
     */
    state: Generated<'waiting' | 'delivered' | 'failed'>
    /** The number of attempts that were made and recorded. */
    attempts: Generated<number>
    /** When the next attempt is or was due, by the database's clock. The job queue decides by it. */
    next_attempt_at: Date
    settled_at: Date | null
  }
  /** A first attempt that succeeds has no row. */
  delivery_attempt: {
    delivery_id: number
    /** 1 for the initial attempt. */
    number: number
    at: Date
    status: number | null
    error: string | null
    cause: Generated<Cause | null>
    duration_ms: number
  }
  failed_event: {
    id: Generated<number>
    partner_id: number
    list: FailedEventList
    /** The day of failed_at in the service's zone, YYYY-MM-DD. */
    day: string
    /** 1, 2, 3 … within partner, list and day, without a gap. Pages are found by it. */
    position: number
    /**
     * The item exactly as it is returned: JSON text of a FailedEventRecord, validated when recorded.
     */
    item: string
  }
  failed_event_day: { partner_id: number; list: FailedEventList; day: string; count: number }
}

/** The tables as Kysely sees them; migrations/ make them. */
export type Schema = ServiceTables & EngineTables & GatewayTables & OperationsTables

/** A process that makes attempts (server/webhooks/engine/live-processes.ts). */
type EngineTables = {
  worker_process: {
    id: string
    alive_until: Date
    /** The receivers whose attempts it starts late, because they don't answer. */
    late: JSONColumnType<{ account: string; receiver: string; latenessMs: number }[]>
  }
}

/** What the database was used with (server/operations/used-settings.ts). */
type OperationsTables = {
  used_setting: { service: string; name: string; value: string; at: Generated<Date> }
}
