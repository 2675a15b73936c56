import { callFields } from '../../../../contract/event/call-fields.ts'
import type { CallOfItem } from '../../../../contract/failed-event.ts'
import { jsonInside } from '../../../../contract/text/json-inside.ts'
import { moment, stampIn } from '../../../../contract/time/stamp.ts'

/** Larger payloads are not parsed for these few fields. */
const MAX_LENGTH = 500_000

/** The call that a payload of any service describes, for people to recognise; null if it describes none. */
export function callOfPayload(payload: string, timeZone: string): CallOfItem | null {
  const fields = callFields(payload.length > MAX_LENGTH ? null : jsonInside(payload))
  const at = moment(fields.call_start_stamp) ?? moment(fields.call_end_stamp)
  const call = {
    company: fields.company?.name ?? null,
    caller_number: fields.caller_number || null,
    tracking_number: fields.tracking_number || null,
    at: at && stampIn(new Date(at), timeZone),
  }
  return Object.values(call).some(value => value !== null) ? call : null
}
