import * as z from 'zod/mini'
import { PhoneNumber } from '../blocklist.ts'
import { RequestText } from '../text/request-text.ts'

/**
 * A number that nobody should block by mistake: of the account's own list, or one of its tracking numbers, as far
 * as they are known.
 */
export const ProtectedNumber = z.object({
  phone_number: z.string(),
  kind: z.enum(['listed', 'tracking_number']),
  /** Whose it is: a person's words, or the name of a company; null if that is unknown. */
  label: z.nullable(z.string()),
  /** Who added it to the list. */
  who: z.nullable(z.string()),
})
export type ProtectedNumber = z.infer<typeof ProtectedNumber>

/** GET /gateway/protected-numbers */
export const ProtectedNumbers = z.object({
  results: z.array(ProtectedNumber),
  /** Whether numbers are missing now because they could not be loaded. */
  is_incomplete: z.boolean(),
})

export const MAX_LABEL_LENGTH = 100

/** The body of PUT /gateway/protected-numbers/{phone_number}. */
export const ProtectedNumberChange = z.object({
  label: RequestText.check(z.maxLength(MAX_LABEL_LENGTH)),
})
export const ProtectedNumberPath = z.object({ phone_number: PhoneNumber })
