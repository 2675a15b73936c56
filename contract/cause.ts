import * as z from 'zod/mini'
import { CalendarDate } from './time/calendar-date.ts'

/** Why no answer came. If one came, its status is the cause. */
export const CauseCode = z.enum([
  'address-not-allowed',
  'broke-off',
  'certificate-expired',
  'certificate-name-mismatch',
  'certificate-revoked',
  'certificate-too-new',
  'certificate-untrusted',
  'client-certificate',
  'interim',
  'name-not-found',
  'name-not-looked-up',
  'no-connection',
  'no-secure-connection',
  'not-http',
  'proxy',
  'refused',
  'timeout',
  'unreachable',
])
export type CauseCode = z.infer<typeof CauseCode>

/** A cause as our own sender reports it next to its sentence, with the values in that sentence. */
export const Cause = z.object({
  code: CauseCode,
  /** "timeout": how long the receiver had. */
  seconds: z.optional(z.number().check(z.positive())),
  /** "certificate-expired" and "certificate-too-new": the last or first day, if it is known. */
  day: z.optional(CalendarDate),
  /** "certificate-expired" and "certificate-too-new": it may be another certificate of the chain. */
  in_chain: z.optional(z.boolean()),
})
export type Cause = z.infer<typeof Cause>
