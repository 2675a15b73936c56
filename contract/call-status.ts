import * as z from 'zod/mini'
import { Attempt, WebhookEvent } from './failed-event.ts'
import { Stamp } from './time/stamp.ts'

/** The state of a delivery (docs/interface.md, "States and transitions"). */
export const DeliveryState = z.enum(['waiting', 'delivered', 'failed'])

/** One event on its way to its receiver; `id` is the webhook-id. */
export const DeliveryStatus = z.object({
  id: z.int(),
  call_id: z.int(),
  partner: z.string(),
  tracking_number: z.string(),
  event: WebhookEvent,
  callback_url: z.string(),
  state: DeliveryState,
  attempts_made: z.int(),
  attempts: z
    .array(z.extend(Attempt, { number: z.int() }))
    .check(
      z.describe(
        'The stored attempts, oldest first. A first attempt that was delivered counts in attempts_made but is not stored.',
      ),
    ),
  next_attempt_at: z
    .nullable(Stamp)
    .check(
      z.describe(
        'When the next attempt is or was due; null after the event was delivered or has finally failed.',
      ),
    ),
  settled_at: z
    .nullable(Stamp)
    .check(z.describe('When the event was delivered or finally failed; null while it waits.')),
  request_json: z.record(z.string(), z.unknown()).check(z.describe('The payload.')),
})
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const CallStatus = z.object({
  call_id: z.int(),
  partner: z.string(),
  tracking_number: z.string(),
  call_end_stamp: Stamp,
  analysed_at: z
    .nullable(Stamp)
    .check(z.describe('When the AI analysis of the call was reported; null if it was not.')),
  deliveries: z.array(DeliveryStatus),
})
export type CallStatus = z.infer<typeof CallStatus>
