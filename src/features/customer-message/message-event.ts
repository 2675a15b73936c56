import type { Outcome } from '../event/cause/failure-cause.ts'
import type { IdentifiedEvent } from '../event/event-identity.ts'
import type { EventRow } from '../event/event-row.ts'
import { callFields } from '../event/fields/call-fields.ts'
import type { MessageEvent } from './message-sections.ts'

/** @param outcome how its newest attempt failed, which may be a replay's */
export function messageEvent({ event }: EventRow, outcome: Outcome | null): MessageEvent {
  return { ...messageOfEvent(event), outcome }
}

/** The message of an event as the service lists it. */
export function messageOfEvent(event: IdentifiedEvent): MessageEvent {
  const call = callFields(event.call)
  return {
    company: call.company?.name ?? null,
    url: event.callback_url,
    outcome: event.outcome,
    at: event.failed_at,
    caller: call.caller_number ?? null,
    callId: call.call_id ?? null,
    payload: event.payload,
  }
}
