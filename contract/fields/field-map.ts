import * as z from 'zod/mini'
import { FieldPath } from './field-path.ts'

const Field = z._default(z.nullable(FieldPath), null)

/** The path of each meaning in an item of a failed-event list; null if the item has none. */
const ItemFields = z.object({
  id: Field,
  /** When the delivery finally failed. */
  failed_at: Field,
  /** The URL that the webhook was sent to. */
  receiver: Field,
  /** The HTTP status of the last answer. */
  status: Field,
  error: Field,
  attempt_count: Field,
  attempts: Field,
  event: Field,
})

const AttemptFields = z.object({ at: Field, status: Field, error: Field, duration_ms: Field })

/** The path of each meaning in a payload, by the names of the interface. */
const PayloadFields = z.object({
  call_id: Field,
  call_start_stamp: Field,
  call_end_stamp: Field,
  call_duration: Field,
  answered: Field,
  caller_number: Field,
  tracking_number: Field,
  company: Field,
  contact: Field,
  recording_url: Field,
})

/** The field names of a service for its failed events, as paths of field-path.ts. */
export const FieldMap = z.object({
  item: ItemFields,
  attempt: AttemptFields,
  payload: PayloadFields,
  /** Whether 02/11/2026 is 2 November; null if the service writes no such dates. */
  day_first: z._default(z.nullable(z.boolean()), null),
})
export type FieldMap = z.infer<typeof FieldMap>

export type ItemMeaning = keyof FieldMap['item']
export type AttemptMeaning = keyof FieldMap['attempt']
export type PayloadMeaning = keyof FieldMap['payload']

export const ITEM_MEANINGS: readonly ItemMeaning[] = z.keyof(ItemFields).options
export const ATTEMPT_MEANINGS: readonly AttemptMeaning[] = z.keyof(AttemptFields).options
export const PAYLOAD_MEANINGS: readonly PayloadMeaning[] = z.keyof(PayloadFields).options

/** The names of docs/interface.md, "Events", and of our own service. */
export const STANDARD_FIELDS: FieldMap = {
  item: {
    id: 'id',
    failed_at: 'failed_at',
    receiver: 'callback_url',
    status: null,
    error: null,
    attempt_count: null,
    attempts: 'attempts',
    event: 'event',
  },
  attempt: { at: 'at', status: 'status', error: 'error', duration_ms: 'duration_ms' },
  payload: PayloadFields.parse(Object.fromEntries(PAYLOAD_MEANINGS.map(name => [name, name]))),
  day_first: null,
}
