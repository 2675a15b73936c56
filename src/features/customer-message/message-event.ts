import type { Outcome } from '../event/cause/failure-cause.ts'
import type { IdentifiedEvent } from '../event/event-identity.ts'
import { callFields } from '../event/fields/call-fields.ts'
import type { MessageEvent } from './message-sections.ts'

/**
 * What a message says of an event.
 *
 * @param failure how its newest attempt failed, which may be a replay's
 * @param url its receiver's, which may be set in Settings
 */
export function messageEvent(
  event: IdentifiedEvent,
  { failure, url }: { failure: Outcome | null; url: string | null },
): MessageEvent {
  const call = callFields(event.call)
  return {
    company: call.company?.name ?? null,
    url,
    outcome: failure,
    at: event.failed_at,
    caller: call.caller_number ?? null,
    callId: call.call_id ?? null,
    payload: event.payload,
  }
}
