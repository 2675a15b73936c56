import * as z from 'zod/mini'
import { Stamp } from './time/stamp.ts'

const Named = z.object({ name: z.string(), reference: z.string() })

/** docs/interface.md, "Call termination callback payload". */
export const CallTerminationPayload = z.object({
  call_id: z.int(),
  tracking_number: z.string(),
  caller_number: z
    .string()
    .check(
      z.describe(
        'E.164 digits, a short number of 2 to 6 digits, or "anonymous" if it is withheld.',
      ),
    ),
  call_start_stamp: Stamp,
  call_end_stamp: Stamp,
  call_duration: z.int().check(z.nonnegative(), z.describe('Seconds.')),
  answered: z.boolean(),
  recording_url: z
    .optional(z.string())
    .check(z.describe('Direct link to the recording, if available: an http or https URL.')),
  company: Named,
  contact: z
    .nullable(Named)
    .check(
      z.describe(
        'Agent who answered; null if nobody answered the call or the switch named nobody.',
      ),
    ),
  reference: z
    .optional(z.string())
    .check(z.describe('Session reference of dynamic number allocation.')),
})
export type CallTerminationPayload = z.infer<typeof CallTerminationPayload>

/** The Missed Call Saver payload, which docs/interface.md leaves open: the call's relevant fields. */
export const MissedCallPayload = z.omit(CallTerminationPayload, {
  answered: true,
  recording_url: true,
  contact: true,
})
export type MissedCallPayload = z.infer<typeof MissedCallPayload>

/** The DataEvent payload, whose fields docs/interface.md leaves open: the insights with the call's id. */
export const DataEventPayload = z.object({
  call_id: z.int(),
  tracking_number: z.string(),
  company: Named,
  intent: z.string(),
  outcome: z.string(),
  vehicle: z.nullable(z.string()),
  sentiment: z.enum(['positive', 'neutral', 'negative']),
})
export type DataEventPayload = z.infer<typeof DataEventPayload>
